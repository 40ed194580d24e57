import { join } from 'node:path'
import { z } from 'zod'
import { type Child, startChild } from './child.ts'

const Mail = z.object({
  recipients: z.array(z.string()),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
})
/** A letter the portal has sent. */
export type Mail = z.infer<typeof Mail>

/** The mail server of one world, which delivers nothing. */
export interface Mails {
  smtpUrl: string
  /** Every letter to this address so far, newest first. */
  to(address: string): Promise<Mail[]>
  /** After this no letter is taken. */
  stop(): Promise<void>
  /** It listens at the same addresses again, with the letters it had. */
  startAgain(): Promise<void>
}

/** Starts the mail catcher on free ports. */
export async function startMails(folder: string): Promise<Mails> {
  const start = (smtpPort: number, httpPort: number): Child => {
    const settings = { SMTP_PORT: String(smtpPort), HTTP_PORT: String(httpPort), MAILS: join(folder, 'mails') }
    return startChild('tools/mail-catcher/main.ts', settings, join(folder, 'mail-catcher.log'))
  }
  let child = start(0, 0)
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
    async startAgain() {
      child = start(smtpPort, httpPort)
      await child.firstLine()
    },
  }
}
