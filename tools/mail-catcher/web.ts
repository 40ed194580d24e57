import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import fastify, { type FastifyInstance, type FastifyReply } from 'fastify'
import { z } from 'zod'
import { Faults } from './faults.ts'
import type { CaughtMail, MailStore } from './mail-store.ts'
import { listPage, mailPage, styleSheet } from './pages.ts'

const pagePolicy = "default-src 'none'; style-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'"
/** A mail's own HTML may style itself and nothing else, wherever it is opened. */
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
