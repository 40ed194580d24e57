import { type Faults, noFaults } from './faults.ts'
import { type CaughtMail, openMailStore } from './mail-store.ts'
import { listenForMail } from './smtp.ts'
import { catcherWeb } from './web.ts'

/** Where a mail catcher listens (0 is any free port) and keeps what it catches. */
interface MailCatcherOptions {
  smtpPort?: number
  httpPort?: number
  folder: string
}

/** A running mail catcher. */
export interface MailCatcher {
  smtpPort: number
  httpPort: number
  /** Everything caught so far, oldest first. */
  mails(): Promise<CaughtMail[]>
  /** Changes how it misbehaves. Faults that are left out stay as they are. */
  control(some: Partial<Faults>): Faults
  close(): Promise<void>
}

/**
 * Starts a mail server that accepts every letter and delivers none, with a page for reading them.
 * @throws Error when a port is taken.
 */
export async function startMailCatcher(options: MailCatcherOptions): Promise<MailCatcher> {
  const store = await openMailStore(options.folder)
  let faults = noFaults
  const control = (some: Partial<Faults>): Faults => (faults = { ...faults, ...some })
  const smtp = await listenForMail(options.smtpPort ?? 0, store, () => faults)
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
      control,
      async close() {
        await Promise.all([smtp.close(), web.close()])
      },
    }
  } catch (error) {
    await smtp.close()
    throw error
  }
}
