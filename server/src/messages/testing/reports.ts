interface Bounce {
  /** The envelope sender of the email that came back. */
  to: string
  /** What it brings back of the email names it. */
  sender?: string
  action?: string
  status?: string
  diagnostic?: string
  /** Of an address with letters beyond ASCII (RFC 6533). */
  isGlobal?: true
}

/** As a mail server reports a failure (RFC 3464, 6533). */
export function bounceMessage({
  to,
  sender = 'portal@utility.example',
  action = 'failed',
  status = '5.1.1',
  diagnostic,
  isGlobal,
}: Bounce): string {
  return lines(
    'From: MAILER-DAEMON@mx.example (Mail Delivery System)',
    `To: ${to}`,
    'Subject: Undelivered Mail Returned to Sender',
    'Auto-Submitted: auto-replied',
    'MIME-Version: 1.0',
    `Content-Type: multipart/report; report-type=${isGlobal ? 'global-' : ''}delivery-status; boundary="=_b"`,
    '',
    '--=_b',
    'Content-Type: text/plain',
    '',
    'This is the mail system. Your message could not be delivered.',
    '--=_b',
    `Content-Type: message/${isGlobal ? 'global-' : ''}delivery-status`,
    '',
    'Reporting-MTA: dns; mx.example',
    'Arrival-Date: Mon, 1 Jun 2026 12:00:00 +1000',
    '',
    isGlobal ? 'Final-Recipient: utf-8; maría@customer.example' : 'Final-Recipient: rfc822; maria@customer.example',
    `Action: ${action}`,
    `Status: ${status}`,
    ...(diagnostic === undefined ? [] : [`Diagnostic-Code: smtp; ${diagnostic}`]),
    '',
    '--=_b',
    isGlobal ? 'Content-Type: message/global-headers' : 'Content-Type: text/rfc822-headers',
    '',
    `Return-Path: <${sender}>`,
    'Subject: Your bill is ready',
    '',
    '--=_b--',
  )
}

/** As a mailbox provider tells that its reader has marked an email as spam (RFC 5965), or something else (`type`). */
export function complaintMessage(sender: string, type = 'abuse'): string {
  return lines(
    'From: <feedback@mail.example>',
    'To: <abuse@utility.example>',
    'Subject: Complaint about message',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=feedback-report; boundary="=_c"',
    '',
    '--=_c',
    'Content-Type: text/plain',
    '',
    'This is an email abuse report.',
    '--=_c',
    'Content-Type: message/feedback-report',
    '',
    `Feedback-Type: ${type}`,
    'User-Agent: SomeGenerator/1.0',
    'Version: 1',
    '',
    '--=_c',
    'Content-Type: message/rfc822',
    'Content-Disposition: inline',
    '',
    `Return-Path: <${sender}>`,
    'From: <portal@utility.example>',
    'Subject: Your bill is ready',
    '',
    'You have a new bill.',
    '--=_c--',
  )
}

function lines(...all: string[]): string {
  return `${all.join('\r\n')}\r\n`
}
