import { type Markup, markup } from '@portal/server/wording/email-html.ts'
import { page, styleSheet } from '../mail-catcher/page.ts'
import type { Message, Messages } from './messages.ts'

/** What the phones show, and what their owners can reply. */
export function phonesPage(messages: Messages): string {
  const phones = Map.groupBy(messages.list(), numberOf)
  const newestFirst = [...phones].toReversed()
  return page(
    'Text messages',
    markup`<h1>Text messages</h1>
<p>Every text the portal sends from this machine ends here. No phone gets it.</p>
${newestFirst.length === 0 ? markup`<p class="empty">No texts yet.</p>` : newestFirst.map(([number, texts]) => phone(number, texts, messages.isStopped(number)))}`,
  )
}

export const phonesStyle = `${styleSheet}
section { margin: 24px 0; padding: 0 16px 16px; border: 1px solid var(--line); border-radius: 8px; }
h2 { font-size: 18px; }
.reply { margin-inline-start: 25%; text-align: end; }
p { overflow-wrap: anywhere; }
form { display: flex; flex-wrap: wrap; gap: 8px; align-items: end; margin: 0; }
label { flex: 1 1 200px; }
input { display: block; box-sizing: border-box; width: 100%; }
input, button { min-height: 44px; padding: 0 12px; font: inherit; }
`

function numberOf({ direction, from, to }: Message): string {
  return direction === 'inbound' ? from : to
}

function phone(number: string, texts: readonly Message[], isStopped: boolean): Markup {
  return markup`<section>
<h2>${number}${isStopped ? ' (stopped)' : ''}</h2>
<ul>${texts.map(bubble)}</ul>
<form method="post" action="/reply">
<input type="hidden" name="from" value="${number}">
<label>Reply from this phone <input name="body" maxlength="1600" required autocomplete="off" placeholder="STOP"></label>
<button>Send</button>
</form>
</section>`
}

function bubble({ direction, body, status, errorCode, at }: Message): Markup {
  const time = new Date(at).toISOString().slice(0, 19).replace('T', ' ')
  const said = direction === 'outbound-api' ? `${status}${errorCode === null ? '' : ` (${errorCode})`}` : ''
  return markup`<li class="${direction === 'inbound' ? 'reply' : 'text'}">${linked(body)}<span>${time} UTC ${said}</span></li>`
}

function linked(body: string): Markup[] {
  return body
    .split(/(https?:\/\/\S+)/)
    .map((part) => (part.startsWith('http') ? markup`<a href="${part}">${part}</a>` : markup`${part}`))
}
