import { type SendMailOptions, createTransport } from 'nodemailer'
import type { NodemailerError } from 'nodemailer/lib/errors'
import { type Email, type EmailTransport, EmailNotSent, EmailRefused } from './port.ts'

/** For one email in all, well within its lease in the outbox. */
const emailTimeout = 45_000

export interface SmtpMail extends EmailTransport {
  close(): void
}

/** `smtpUrl`: `smtp://user:password@host:port`, or `smtps://…` for TLS from the start; STARTTLS when offered. */
export function smtpMail(smtpUrl: string, sender: { name: string; address: string }): SmtpMail {
  const transport = createTransport({
    url: smtpUrl,
    pool: true,
    maxConnections: 5,
    // The outbox decides whether to send an email again; it counts and spaces the tries.
    maxRequeues: 0,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send({ to: address, subject, text, html, messageId, stopAddress, stopMail, listId, returnPath }: Email) {
      const signal = AbortSignal.timeout(emailTimeout)
      // An address object is used as it is, so a comma in the address can never make it two recipients.
      const to = { name: '', address }
      const headers = {
        'Auto-Submitted': 'auto-generated',
        // Exchange answers in spite of that. Not “All”, which would keep back reports of failures, too.
        'X-Auto-Response-Suppress': 'OOF, AutoReply',
        ...(listId !== undefined && { 'List-Id': `<${listId}>` }),
        ...(stopAddress !== undefined && stoppable(stopAddress, stopMail)),
      }
      const email = { from: sender, to, subject, text, html, messageId, headers, signal }
      await transport
        .sendMail(returnPath === undefined ? email : { ...email, ...comingBackTo(returnPath, to) })
        .catch((error: NodemailerError) => {
          throw failureOf(error)
        })
    },
    async verify() {
      await transport.verify().catch((error: NodemailerError) => {
        throw failureOf(error)
      })
    },
    close: () => transport.close(),
  }
}

/** Plain headers without spaces: a line that is folded breaks signatures of relays. */
function stoppable(address: string, mail: string | undefined): Record<string, string> {
  return {
    'List-Unsubscribe': `<${address}>${mail === undefined ? '' : `,<mailto:${mail}>`}`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  }
}

/** Servers that offer delivery reports (RFC 3461) are asked for one of failures, and for no other. */
function comingBackTo(returnPath: string, to: { name: string; address: string }): Partial<SendMailOptions> {
  const [id = ''] = returnPath.split('@')
  return {
    envelope: { from: { name: '', address: returnPath }, to },
    dsn: { id, return: 'headers', notify: 'failure' },
  }
}

/** Policy refusals (RFC 3463, 5.7.x): servers say them about one recipient or message, but they apply to all. */
const policyRefusal = /^5\d\d[ -]5\.7\.\d|\brelay|\bauthenticat/im

/** Only a permanent refusal (5xx) of this very recipient or message is final. Other trouble can be fixed. */
function failureOf(error: NodemailerError): EmailNotSent | EmailRefused {
  const isPolicy = policyRefusal.test(withoutAddresses(error.response ?? ''))
  const isAboutThisEmail = !isPolicy && (error.command === 'RCPT TO' || error.command === 'DATA')
  const cannotBeAddressed = error.command === 'API' && error.code === 'EENVELOPE'
  const cause = [error.code, error.command, scrubbed(error.message)].filter(Boolean).join(' ')
  if (cannotBeAddressed) return new EmailRefused(reasonOf(error), { cause, status: '5.1.3' })
  if (isAboutThisEmail && error.permanent) return new EmailRefused(reasonOf(error), { cause, status: statusOf(error) })
  return new EmailNotSent(reasonOf(error), { cause, mayHaveArrived: mayHaveArrived(error) })
}

function statusOf({ response = '' }: NodemailerError): string | null {
  return /^5\d\d[ -](5\.\d{1,3}\.\d{1,3})(?!\S)/.exec(response)?.[1] ?? null
}

/**
 * Only an answer, or a failure before any session, says that the email was not taken: a connection that closes before
 * or after its end looks the same.
 */
function mayHaveArrived({ code = '', command, responseCode }: NodemailerError): boolean {
  if (responseCode !== undefined || beforeSession.includes(code)) return false
  return code !== 'ECONNECTION' || command !== undefined
}

const beforeSession = ['ESOCKET', 'EDNS', 'ETLS', 'EAUTH', 'EENVELOPE']

const withoutAnswer: Readonly<Record<string, string>> = {
  EENVELOPE: 'the address was rejected',
  EDNS: 'the mail server’s name was not found',
  ETIMEDOUT: 'the mail server timed out',
  EABORT: 'the mail server timed out',
  ETLS: 'no secure connection to the mail server could be made',
  EAUTH: 'the mail server rejected our login',
}

/** For people who ask where an email is: the server's words, or ours. */
function reasonOf({ code = '', response }: NodemailerError): string {
  if (response) return `the mail server answered ${scrubbed(response)}`
  return withoutAnswer[code] ?? 'the mail server could not be reached, or closed the connection'
}

/** In one line, without characters that the database does not take. */
function scrubbed(text: string): string {
  const line = withoutAddresses(text).replaceAll(/[\s\p{Cc}]+/gu, ' ')
  return line.trim().slice(0, 300).toWellFormed()
}

/** Mail servers often repeat the recipient's address, which does not belong in a log and explains nothing. */
function withoutAddresses(text: string): string {
  return text.replace(/\S+@\S+/g, '…@…')
}
