export interface Email {
  to: string
  subject: string
  text: string
  html: string
  /** The same for every try at this email, so that receivers can drop repeats. */
  messageId: string
  /** Where one POST stops emails of its kind (RFC 8058); left out where they cannot be stopped. */
  stopAddress?: string
  /** What a `mailto:` for the same is made of: an address, and perhaps a subject. */
  stopMail?: string
  /** Names its kind to mail programs (RFC 2919); left out where it is of none that people choose. */
  listId?: string
  /** The envelope sender, to which it comes back; the utility's address when left out. */
  returnPath?: string | undefined
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
  /** The connection broke where the server may have taken the email already. */
  readonly mayHaveArrived: boolean

  constructor(
    message: string,
    { mayHaveArrived = false, ...options }: ErrorOptions & { mayHaveArrived?: boolean } = {},
  ) {
    super(message, options)
    this.mayHaveArrived = mayHaveArrived
  }
}

/** The mail server will never accept this email, for example because the address does not exist. */
export class EmailRefused extends Error {
  override readonly name = 'EmailRefused'
  /** The code of the refusal (RFC 3463), such as 5.1.1; null when the server gave none. */
  readonly status: string | null

  constructor(message: string, { status = null, ...options }: ErrorOptions & { status?: string | null } = {}) {
    super(message, options)
    this.status = status
  }
}
