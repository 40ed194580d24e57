/** A letter to one person. */
export interface Email {
  to: string
  subject: string
  text: string
  html: string
  /** The same for every try at this letter, so that receivers can drop repeats. */
  messageId: string
}

/**
 * Sends letters to a mail server. Throws `MailDown` when another try may succeed, `MailRefused` when it cannot. Their
 * messages are for people who ask where a letter is, and contain no address. The cause is for the log.
 */
export interface MailTransport {
  send(email: Email): Promise<void>
}

/** The mail server cannot be reached or asks to try later. */
export class MailDown extends Error {
  override readonly name = 'MailDown'
}

/** The mail server will never accept this letter, for example because the address does not exist. */
export class MailRefused extends Error {
  override readonly name = 'MailRefused'
}
