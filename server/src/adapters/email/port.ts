export interface Email {
  to: string
  subject: string
  text: string
  html: string
  /** The same for every try at this email, so that receivers can drop repeats. */
  messageId: string
}

/** @throws EmailNotSent, EmailRefused. Their messages are for people and contain no address; the cause is for the log. */
export interface EmailTransport {
  send(email: Email): Promise<void>
  /** Connects and logs in, and sends nothing. */
  verify(): Promise<void>
}

/** The mail server cannot be reached or asks to try later. */
export class EmailNotSent extends Error {
  override readonly name = 'EmailNotSent'
}

/** The mail server will never accept this email, for example because the address does not exist. */
export class EmailRefused extends Error {
  override readonly name = 'EmailRefused'
}
