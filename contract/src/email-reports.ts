import { z } from 'zod'

/** Where mail servers and providers report what became of an email (docs/operations.md). No call. */
export const emailReportsPath = '/api/v1/email-reports'

/** Bytes. A report often brings back the email that it is about. */
export const largestEmailReport = 1024 * 1024

/** Of a report: `t=SECONDS,v1=HEX`, the HMAC with SHA-256 of `SECONDS.BODY`. */
export const emailReportSignature = 'portal-signature'

/** A report may be signed so many seconds earlier or later than now. */
export const signatureSeconds = 300

/** `complained`: the reader has marked it as spam. */
export const emailTroubles = ['failed', 'complained'] as const

/** Class, subject and detail of a failure (RFC 3463), such as 5.1.1: no such mailbox. Class 2 is no failure. */
export const MailStatus = z.string().regex(/^[45]\.\d{1,3}\.\d{1,3}$/)

/** A report as JSON, for providers that report in forms of their own. */
export const EmailReportNote = z.object({
  /** The envelope sender of the email: it names the email and proves that it is ours. */
  sender: z.string().max(320),
  kind: z.enum(emailTroubles),
  status: MailStatus.nullable().default(null),
})
