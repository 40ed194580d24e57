import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { argv, exit, stderr, stdin } from 'node:process'
import { buffer } from 'node:stream/consumers'
import { emailReportSignature, emailReportsPath, largestEmailReport } from '@portal/contract/email-reports'

/**
 * `node email-report.ts PUBLIC_URL SECRET_FILE < MESSAGE`: posts an email that came back to the portal, for the pipe of a
 * mail server (docs/operations.md, Emails that come back). Needs no other secret and no database.
 */

/** With any other code than this one, Postfix gives the message up instead of keeping it for another try. */
const tryAgainLater = 75

const [publicUrl = '', secretFile = ''] = argv.slice(2)
try {
  const [secret = ''] = readFileSync(secretFile, 'utf8').trim().split(',')
  // The report stands before the email that it brings back.
  const message = (await buffer(stdin)).subarray(0, largestEmailReport)
  const seconds = Math.floor(Date.now() / 1000)
  const signature = createHmac('sha256', secret).update(`${seconds}.`).update(message).digest('hex')
  const { status } = await fetch(new URL(emailReportsPath, publicUrl), {
    method: 'POST',
    headers: { 'content-type': 'message/rfc822', [emailReportSignature]: `t=${seconds},v1=${signature}` },
    body: message,
    signal: AbortSignal.timeout(60_000),
  })
  if (status !== 200) throw new Error(`The portal answered ${status}`)
} catch (error) {
  stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  exit(tryAgainLater)
}
