import { type Markup, markup } from '@portal/server/foundation/mail/markup.ts'
import type { CaughtMail, MailSummary } from './mail-store.ts'

/** The page that lists what has been caught, newest first. */
export function listPage(mails: readonly MailSummary[]): string {
  const items = mails.map(
    (mail) => markup`<li>
<a href="/mails/${mail.id}/page">${mail.subject || '(no subject)'}</a>
<span>To ${mail.recipients.join(', ')}, ${received(mail)}</span>
</li>`,
  )
  return page(
    'Mail catcher',
    markup`<h1>Mail catcher</h1>\n<p>Every email the portal sends from this machine is caught here. Nothing is delivered.</p>\n${mails.length === 0 ? markup`<p class="empty">No emails yet.</p>` : markup`<ul>${items}</ul>`}`,
  )
}

/** The page that shows one mail: its headers, the HTML part in a frame that may do nothing, and the plain text. */
export function mailPage(mail: CaughtMail): string {
  const frame = markup`<h2>Preview</h2>
<iframe title="Email preview" src="/mails/${mail.id}/html" sandbox></iframe>`
  return page(
    mail.subject || '(no subject)',
    markup`<p><a href="/">All emails</a></p>
<h1>${mail.subject || '(no subject)'}</h1>
<dl>
<dt>From</dt><dd>${mail.sender}</dd>
<dt>To</dt><dd>${mail.recipients.join(', ')}</dd>
<dt>Received</dt><dd>${received(mail)}</dd>
<dt>Message-ID</dt><dd>${mail.messageId}</dd>
</dl>
${mail.html === '' ? '' : frame}
<h2>Plain text</h2>
<pre tabindex="0">${mail.text}</pre>
<p><a href="/mails/${mail.id}/source">Source (.eml)</a></p>`,
  )
}

function received(mail: MailSummary): Markup {
  return markup`<time datetime="${mail.receivedAt}">${mail.receivedAt.slice(0, 19).replace('T', ' ')} UTC</time>`
}

function page(title: string, body: Markup): string {
  return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="stylesheet" href="/style.css">
</head>
<body><main>${body}</main></body>
</html>
`.text
}

/** The style sheet of both pages. */
export const styleSheet = `
:root { color-scheme: light dark; --text: #12202f; --muted: #4b5b6e; --line: #d9e1ea; --link: #0b5cab; --back: #ffffff; }
@media (prefers-color-scheme: dark) {
  :root { --text: #e6edf5; --muted: #a9b8c9; --line: #2b3a4f; --link: #7cc0ff; --back: #16213a; }
}
body { margin: 0; padding: 24px 16px; background: var(--back); color: var(--text); font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 960px; margin: 0 auto; }
a { color: var(--link); }
h1 { font-size: 24px; line-height: 32px; overflow-wrap: anywhere; }
ul { padding: 0; list-style: none; }
li { padding: 12px 0; border-bottom: 1px solid var(--line); overflow-wrap: anywhere; }
li a, li span { display: block; }
dt, .empty, li span { color: var(--muted); }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 4px 16px; }
dd { margin: 0; overflow-wrap: anywhere; }
iframe { width: 100%; height: 70vh; border: 1px solid var(--line); border-radius: 8px; }
pre { padding: 16px; border: 1px solid var(--line); border-radius: 8px; overflow: auto; white-space: pre-wrap; }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
`
