import { buffer } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { SMTPServer, type SMTPServerSession } from 'smtp-server'
import { noFaults, openMailStore, type CaughtMail, type Faults } from './mail-store.ts'
import { reportLater } from './reports.ts'
import { catcherWeb } from './web.ts'

/** Where a mail catcher listens (0 is any free port) and keeps what it catches. */
interface MailCatcherOptions {
  smtpPort?: number
  httpPort?: number
  folder: string
  /** Signs what it reports of emails to addresses that begin with `bounce` or `complain`. */
  reportSecret?: string
  /** Milliseconds since 1970. */
  now?: () => number
}

export interface MailCatcher {
  smtpPort: number
  httpPort: number
  mails(): Promise<CaughtMail[]>
  /** The newest to this address. */
  newestTo(recipient: string): Promise<CaughtMail | null>
  /** Changes how it misbehaves. Faults that are left out stay as they are. */
  control(some: Partial<Faults>): Faults
  /** Where it posts its reports from now on. */
  reportTo(url: string): void
  close(): Promise<void>
}

/** Accepts every email and delivers none. @throws Error when a port is taken */
export async function startMailCatcher(options: MailCatcherOptions): Promise<MailCatcher> {
  const store = await openMailStore(options.folder, options.now)
  let faults = noFaults
  const control = (some: Partial<Faults>): Faults => (faults = { ...faults, ...some })
  let reportsTo: string | null = null
  const { reportSecret: secret } = options
  const smtp = await listenForMail(options.smtpPort ?? 0, {
    faults: () => faults,
    async take(raw, sender, recipients) {
      await store.keep(raw, sender, recipients)
      if (secret !== undefined && reportsTo !== null) reportLater(recipients, { sender, secret, url: reportsTo })
    },
  })
  const web = catcherWeb(store, options.folder, { current: () => faults, change: control })
  try {
    const address = await web.listen({ host: '127.0.0.1', port: options.httpPort ?? 0 })
    return {
      smtpPort: smtp.port,
      httpPort: Number(new URL(address).port),
      async mails() {
        const mails = await Promise.all(store.list().map((mail) => store.read(mail.id)))
        return mails.filter((mail) => mail !== null).toReversed()
      },
      async newestTo(recipient) {
        const newest = store.list().find(({ recipients }) => recipients.includes(recipient))
        return newest ? await store.read(newest.id) : null
      },
      control,
      reportTo(url) {
        reportsTo = url
      },
      async close() {
        await Promise.all([smtp.close(), web.close()])
      },
    }
  } catch (error) {
    await smtp.close()
    throw error
  }
}

interface SmtpListener {
  port: number
  close(): Promise<void>
}

interface Taking {
  faults(): Faults
  take(raw: Buffer, sender: string, recipients: string[]): Promise<void>
}

/** Listens for SMTP on this machine only and takes every mail handed over, as `faults()` allows. */
async function listenForMail(port: number, { faults, take: keep }: Taking): Promise<SmtpListener> {
  const server = new SMTPServer({
    name: 'mail-catcher',
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: 100,
    size: 20 * 1024 * 1024,
    onConnect: (_session, answer) => answer(faults().down ? refusal(421, 'Closing down') : null),
    // This is where a client with an open connection meets the fault.
    onMailFrom: (_address, _session, answer) => answer(faults().down ? refusal(421, 'Closing down') : null),
    onRcptTo(address, _session, answer) {
      const { refusedRecipient, refusal: words } = faults()
      answer(address.address === refusedRecipient ? refusal(550, `${words} <${address.address}>`) : null)
    },
    onData(stream, session, answer) {
      take(stream, session).then(
        () => answer(null),
        (error: unknown) => answer(refusal(451, String(error))),
      )
    },
  })

  async function take(stream: NodeJS.ReadableStream, session: SMTPServerSession): Promise<void> {
    const { mailFrom, rcptTo } = session.envelope
    const recipients = rcptTo.map((recipient) => recipient.address)
    await keep(await buffer(stream), mailFrom ? mailFrom.address : '', recipients)
    await wait(faults().slowMilliseconds)
  }

  // What a client does to its connection does not concern us. A failure to listen is thrown below.
  server.on('error', () => undefined)
  const listener = server.listen(port, '127.0.0.1')
  await new Promise((resolve, reject) => listener.once('listening', resolve).once('error', reject))
  const address = listener.address()
  if (address === null || typeof address === 'string') throw new Error('The mail catcher listens on no port')
  return {
    port: address.port,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

function refusal(responseCode: number, message: string): Error & { responseCode: number } {
  return Object.assign(new Error(message), { responseCode })
}
