import type { Instant } from '@portal/contract/dates'
import { MailStatus } from '@portal/contract/email-reports'
import PostalMime, { type Attachment, type Email } from 'postal-mime'
import type { Db } from '../../database/connect.ts'
import type { Deps } from '../../deps.ts'
import type { EmailReport } from '../outbox/message.ts'
import { moveReported } from '../outbox/moves.ts'
import { keyOf, emailOfReturnPath } from '../outbox/names.ts'
import { emailCameBack } from '../outbox/queue-email.ts'
import { type CameBackDeps, takeBack } from './effects.ts'

/**
 * Reads a delivery report (RFC 3464, 6533) or a complaint (RFC 5965), judged by its own fields. Null for anything else: a
 * delay, the report of a delivery, “not spam”, a reply, what is not about an email of ours, and what cannot be read.
 */
export async function readReport(
  config: Pick<Deps['config'], 'LINK_SECRET' | 'BOUNCE_DOMAIN'>,
  raw: Uint8Array,
): Promise<EmailReport | null> {
  const message = await PostalMime.parse(raw, { attachmentEncoding: 'utf8', forceRfc822Attachments: true }).catch(
    () => null,
  )
  if (!message) return null
  const parts = message.attachments.slice(0, mostParts)
  const feedback = partOf(parts, 'message/feedback-report')
  const delivery = partOf(parts, 'message/delivery-status', 'message/global-delivery-status')
  const trouble = feedback === null ? failureIn(delivery ?? '') : complaintIn(feedback)
  if (!trouble) return null
  const email = emailOfReturnPath(config, placesOfReturnPath(message, parts).join('\n'))
  return email && { email, ...trouble }
}

const mostParts = 20
/** Letters of a part that are looked at. */
const mostLooked = 64 * 1024

function partOf(parts: readonly Attachment[], ...types: string[]): string | null {
  const part = parts.find(({ mimeType }) => types.includes(mimeType))
  return part ? textOf(part) : null
}

function textOf({ content }: Attachment): string {
  return (typeof content === 'string' ? content : new TextDecoder().decode(content)).slice(0, mostLooked)
}

/** Where the report went; else what it brings back of the email, since complaints go to an address of the provider’s choice. */
function placesOfReturnPath({ headers }: Email, parts: readonly Attachment[]): string[] {
  const recipients = new Set(['to', 'delivered-to', 'x-original-to', 'envelope-to'])
  return [
    ...headers.filter(({ key }) => recipients.has(key)).map(({ value }) => value.slice(0, 1000)),
    ...parts
      .filter(({ mimeType }) => /^message\/|^text\/rfc822-headers$/.test(mimeType))
      .flatMap((part) =>
        fieldsOf(textOf(part))
          .filter(([name]) => name === 'original-mail-from' || name === 'return-path')
          .map(([, value]) => value),
      ),
  ]
}

type Trouble = Pick<EmailReport, 'kind' | 'status'>

/** With these its reader wants no more of it. The others say “not spam”, or speak of signatures, viruses or other matters. */
const complaints = ['abuse', 'fraud', 'opt-out', 'opt-out-list']

function complaintIn(report: string): Trouble | null {
  const type = new Map(fieldsOf(report)).get('feedback-type')
  return complaints.includes(wordOf(type)) ? { kind: 'complained', status: null } : null
}

/** The first recipient that failed. Each of our emails has one, but a list may have made several of it. */
function failureIn(report: string): Trouble | null {
  for (const block of report.split(/\r?\n[ \t]*\r?\n/)) {
    const fields = new Map(fieldsOf(block))
    const hasArrived = wordOf(fields.get('status')).startsWith('2.')
    if (wordOf(fields.get('action')) === 'failed' && !hasArrived) return { kind: 'failed', status: statusOf(fields) }
  }
  return null
}

/** The first word of a value, in small letters. Comments in parentheses may stand around it, and in each other. */
function wordOf(value = ''): string {
  let bare = value
  for (let before = ''; before !== bare;) [before, bare] = [bare, bare.replaceAll(/\([^()]*\)/g, ' ')]
  return /[\w.-]+/.exec(bare)?.[0].toLowerCase() ?? ''
}

/** Where the status says no more than that it failed, the answer of the server often does. */
function statusOf(fields: ReadonlyMap<string, string>): string | null {
  const codes = [fields.get('status'), fields.get('diagnostic-code')].flatMap((text = '') => {
    const code = MailStatus.safeParse(/(?<![\d.])[45]\.\d{1,3}\.\d{1,3}(?![\d.])/.exec(text)?.[0])
    return code.success ? [code.data] : []
  })
  return codes.find((code) => !code.endsWith('.0.0')) ?? codes[0] ?? null
}

/** Of a head, in small letters, with the lines of each put together. */
function fieldsOf(text: string): [string, string][] {
  const lines = text.replaceAll(/\r?\n[ \t]+/g, ' ').split(/\r?\n/)
  return lines.flatMap((line) => {
    const [, name = '', value = ''] = /^([\w-]{1,60})[ \t]*:\s*(.{0,1000})/.exec(line) ?? []
    return name === '' ? [] : [[name.toLowerCase(), value.trim()]]
  })
}

/** Reports come in any order and more than once. @returns whether it is of an email that we know */
export async function recordEmailReport(deps: CameBackDeps, report: EmailReport): Promise<boolean> {
  const { db, clock } = deps
  const at = clock.now()
  const sent =
    report.email.of === 'email' ? await emailCameBack(db, report, at) : await notificationReported(db, report, at)
  if (sent) await takeBack(deps, { ...report, ...sent })
  return sent !== null
}

/** A complaint proves that it arrived; and one that leaves just now is settled by what came of it. */
async function notificationReported(
  db: Db,
  { email: { id }, kind, status }: EmailReport,
  at: Instant,
): Promise<{ address: string; leftAt: Instant } | null> {
  const known = await db
    .selectFrom('notification')
    .select(['address', 'settled_at'])
    .where('id', '=', id)
    .where('channel', '=', 'email')
    .executeTakeFirst()
  if (!known || known.address === null) return null
  if (kind === 'failed')
    await moveReported(db, { id, to: 'UNDELIVERED', reason: `came back ${status ?? ''}`.trim() }, at)
  else await moveReported(db, { id, to: 'DELIVERED' }, at)
  return { address: keyOf(known.address), leftAt: known.settled_at ?? at }
}
