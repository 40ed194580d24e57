import { createHmac, timingSafeEqual } from 'node:crypto'
import { type Instant, epochOf } from '@portal/contract/dates'
import {
  EmailReportNote,
  emailReportSignature,
  emailReportsPath,
  largestEmailReport,
  signatureSeconds,
} from '@portal/contract/email-reports'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import type { AuditOrigin } from '../foundation/audit.ts'
import type { EmailReport } from '../messages/outbox/message.ts'
import { emailOfReturnPath } from '../messages/outbox/names.ts'
import type { CameBackDeps } from '../messages/reports/effects.ts'
import { readReport, recordEmailReport } from '../messages/reports/email-reports.ts'
import { refuseCommonly } from '../refusal.ts'

type Needed = CameBackDeps & {
  config: Pick<Deps['config'], 'LINK_SECRET' | 'BOUNCE_DOMAIN' | 'EMAIL_REPORT_SECRET'>
}

/** Whether it went to the address that stops emails like one of ours, and has stopped them. */
type IsStopping = (email: Uint8Array, origin: AuditOrigin) => Promise<boolean>

/** Takes what is reported of our emails: signed, so without a session. Repeats and disorder change nothing. */
export function emailReportRoute(app: FastifyInstance, deps: Needed, isStopping: IsStopping): void {
  const { config, clock } = deps
  const { EMAIL_REPORT_SECRET: secrets, BOUNCE_DOMAIN } = config
  if (!secrets || BOUNCE_DOMAIN === undefined || !app.serves.has('general')) return
  app.register(async (scope) => {
    // The signature is of the very bytes.
    scope.removeAllContentTypeParsers()
    const options = { parseAs: 'buffer', bodyLimit: largestEmailReport } as const
    scope.addContentTypeParser('*', options, (_request, body, done) => done(null, body))
    const signed = { schema: { hide: true }, config: { provesItself: true, needsRightClock: true } } as const
    scope.post(emailReportsPath, signed, async (request, reply) => {
      const { body, headers, log } = request
      const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0)
      if (!isSigned(secrets, bytes, headers[emailReportSignature], clock.now())) {
        log.warn('An email report was refused')
        throw refuseCommonly('not-allowed')
      }
      const isNote = headers['content-type']?.startsWith('application/json') ?? false
      const origin = { clientAddress: request.clientAddress, requestId: request.id }
      // Mail programs write to the address in List-Unsubscribe for people who press there.
      if (!isNote && (await isStopping(bytes, origin))) return await reply.send({ received: true, isKnown: true })
      const report = isNote ? noteIn(config, bytes) : await readReport(config, bytes)
      const isKnown = report !== null && (await recordEmailReport(deps, report))
      return await reply.send({ received: true, isKnown })
    })
  })
}

function isSigned(secrets: readonly string[], body: Buffer, signature: unknown, now: Instant): boolean {
  const [, seconds = '', given = ''] =
    /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(typeof signature === 'string' ? signature : '') ?? []
  if (seconds === '' || Math.abs(Number(seconds) * 1000 - epochOf(now)) > signatureSeconds * 1000) return false
  return secrets.some((secret) => {
    const right = createHmac('sha256', secret).update(`${seconds}.`).update(body).digest()
    return timingSafeEqual(right, Buffer.from(given, 'hex'))
  })
}

function noteIn(config: Needed['config'], body: Buffer): EmailReport | null {
  const { data } = EmailReportNote.safeParse(parsed(body.toString('utf8')))
  if (!data) return null
  const email = emailOfReturnPath(config, data.sender)
  return email && { email, kind: data.kind, status: data.status }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
