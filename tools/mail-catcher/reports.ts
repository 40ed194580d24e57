import { createHmac } from 'node:crypto'
import { emailReportSignature } from '@portal/contract/email-reports'
import { bounceMessage, complaintMessage } from '@portal/server/messages/testing/reports.ts'

interface Reporting {
  /** The envelope sender of the email. */
  sender: string
  secret: string
  url: string
  /** Milliseconds since 1970. */
  now?: () => number
}

/** Long enough for the portal to have settled the email. */
const delay = 500

/** Of an email to an address that begins with `bounce` or `complain`, as a mail provider reports it. */
export function reportLater(recipients: readonly string[], reporting: Reporting): void {
  const { sender } = reporting
  if (sender === '') return
  for (const recipient of recipients) {
    const report = reportOf(recipient, sender)
    if (report !== null) setTimeout(() => void postReport(report, reporting).catch(() => undefined), delay).unref()
  }
}

function reportOf(recipient: string, sender: string): string | null {
  if (recipient.startsWith('bounce')) return bounceMessage({ to: sender, diagnostic: '550 5.1.1 No such user' })
  return recipient.startsWith('complain') ? complaintMessage(sender) : null
}

/** Signed, as the mail server that reports it. */
export async function postReport(
  body: string,
  { secret, url, now = Date.now }: Omit<Reporting, 'sender'>,
): Promise<void> {
  const seconds = Math.floor(now() / 1000)
  const mac = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')
  const headers = { 'content-type': 'message/rfc822', [emailReportSignature]: `t=${seconds},v1=${mac}` }
  await fetch(url, { method: 'POST', headers, body })
}
