import { join } from 'node:path'
import { z } from 'zod'
import { startChild } from './child.ts'

const Mail = z.object({
  recipients: z.array(z.string()),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
})
type Mail = z.infer<typeof Mail>

/** The mail server of one world, which delivers nothing. */
export interface Mails {
  smtpUrl: string
  /** Newest first. */
  to(address: string): Promise<Mail[]>
  /** Afterwards no email is accepted. */
  stop(): Promise<void>
}

export async function startMails(folder: string): Promise<Mails> {
  const settings = { SMTP_PORT: '0', HTTP_PORT: '0', MAILS: join(folder, 'mails') }
  const child = startChild('tools/mail-catcher/main.ts', settings, join(folder, 'mail-catcher.log'))
  const Ports = z.object({ smtpPort: z.number(), httpPort: z.number() })
  const { smtpPort, httpPort } = Ports.parse(JSON.parse(await child.firstLine()))
  return {
    smtpUrl: `smtp://127.0.0.1:${smtpPort}`,
    async to(address) {
      const reply = await fetch(`http://127.0.0.1:${httpPort}/mails`)
      const mails = z.array(Mail).parse(await reply.json())
      return mails.filter((mail) => mail.recipients.includes(address))
    },
    stop: () => child.stop(),
  }
}
