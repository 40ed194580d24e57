import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { markup, type Markup } from '@portal/server/wording/email-html.ts'
import fastify, { type FastifyInstance, type FastifyReply } from 'fastify'
import { z } from 'zod'
import { Faults, type CaughtMail, type MailStore, type MailSummary } from './mail-store.ts'
import { page, pagePolicy, styleSheet } from './page.ts'

const mailPolicy = "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'"

const MailAddress = z.object({ id: z.string() })

/**
 * The catcher over HTTP: pages for people at `/`, JSON at `/mails` (newest first) for tests, faults at `/control`.
 */
export function catcherWeb(
  store: MailStore,
  folder: string,
  faults: { current(): Faults; change(some: Partial<Faults>): Faults },
): FastifyInstance {
  const app = fastify({ logger: false, forceCloseConnections: true })
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers({ 'content-security-policy': pagePolicy, 'x-content-type-options': 'nosniff' })
  })

  app.get('/', (_request, reply) => reply.type('text/html; charset=utf-8').send(listPage(store.list())))
  app.get('/style.css', (_request, reply) => reply.type('text/css; charset=utf-8').send(styleSheet))
  app.get('/mails', () => Promise.all(store.list().map((mail) => store.read(mail.id))))
  app.get('/mails/:id/page', async (request, reply) =>
    withMail(request.params, reply, (mail) => reply.type('text/html; charset=utf-8').send(mailPage(mail))),
  )
  app.get('/mails/:id/html', async (request, reply) =>
    withMail(request.params, reply, (mail) =>
      reply.header('content-security-policy', mailPolicy).type('text/html; charset=utf-8').send(mail.html),
    ),
  )
  app.get('/mails/:id/source', async (request, reply) =>
    withMail(request.params, reply, (mail) =>
      reply.type('text/plain; charset=utf-8').send(createReadStream(join(folder, `${mail.id}.eml`))),
    ),
  )
  app.get('/control', () => faults.current())
  app.post('/control', (request, reply) => {
    const wanted = Faults.partial().safeParse(request.body)
    return wanted.success ? faults.change(wanted.data) : reply.code(400).send(z.flattenError(wanted.error))
  })
  return app

  async function withMail(
    params: unknown,
    reply: FastifyReply,
    show: (mail: CaughtMail) => FastifyReply,
  ): Promise<FastifyReply> {
    const mail = await store.read(MailAddress.parse(params).id)
    return mail ? show(mail) : reply.code(404).type('text/plain').send('No such mail')
  }
}

function listPage(mails: readonly MailSummary[]): string {
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
function mailPage(mail: CaughtMail): string {
  const frame = markup`<h2>Preview</h2>
<iframe title="Email preview" src="/mails/${mail.id}/html" sandbox></iframe>`
  return page(
    mail.subject || '(no subject)',
    markup`<p><a href="/">All emails</a></p>
<h1>${mail.subject || '(no subject)'}</h1>
<dl>
<dt>From</dt><dd>${mail.from}</dd>
<dt>To</dt><dd>${mail.to}</dd>
<dt>Envelope from</dt><dd>${mail.sender}</dd>
<dt>Envelope to</dt><dd>${mail.recipients.join(', ')}</dd>
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
