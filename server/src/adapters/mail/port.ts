/** A letter to one person. */
export interface Letter {
  to: string
  subject: string
  text: string
  html: string
  /** The same for every try at sending this letter, so that receivers can drop a repeat. */
  messageId: string
}

/**
 * Hands letters to a mail server. Throws `MailDown` when it may be tried again, `MailRefused` when that is pointless. Their
 * messages are for people who ask where a letter is, and name no address; the cause is for the log.
 */
export interface MailTransport {
  send(letter: Letter): Promise<void>
}

/** The mail server cannot be reached or asks to try later. */
export class MailDown extends Error {
  override readonly name = 'MailDown'
}

/** The mail server will never take this letter, such as for an address that does not exist. */
export class MailRefused extends Error {
  override readonly name = 'MailRefused'
}
