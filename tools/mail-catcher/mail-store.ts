import { appendFile, chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import PostalMime, { type Address } from 'postal-mime'
import { z } from 'zod'

const IndexLine = z.object({
  id: z.string().regex(/^\d{6,}$/),
  receivedAt: z.string(),
  /** The sender and the recipients of the SMTP envelope, for whom the mail was really handed over. */
  sender: z.string(),
  recipients: z.array(z.string()),
  subject: z.string(),
  messageId: z.string(),
})
export type MailSummary = z.infer<typeof IndexLine>

export interface CaughtMail extends MailSummary {
  date: string | null
  /** Its From and To headers, as a mail program shows them. */
  from: string
  to: string
  text: string
  html: string
}

/** A folder of mails: `000001.eml` and so on, and `index.jsonl` with one line per mail in order of arrival. */
export interface MailStore {
  keep(raw: Buffer, sender: string, recipients: string[]): Promise<MailSummary>
  list(): readonly MailSummary[]
  read(id: string): Promise<CaughtMail | null>
}

/** They have codes, links and names: for no other user of this machine. */
const ownFile = { mode: 0o600 }

/** Opens the folder, made when missing, with the mails caught before. */
export async function openMailStore(folder: string, now: () => number = Date.now): Promise<MailStore> {
  await mkdir(folder, { recursive: true })
  await chmod(folder, 0o700)
  const indexFile = join(folder, 'index.jsonl')
  const kept = await readIndex(indexFile)
  let writing: Promise<unknown> = Promise.resolve()

  async function keepNext(raw: Buffer, sender: string, recipients: string[]): Promise<MailSummary> {
    const mail = await PostalMime.parse(raw)
    const summary: MailSummary = {
      id: String(kept.length + 1).padStart(6, '0'),
      receivedAt: new Date(now()).toISOString(),
      sender,
      recipients,
      subject: mail.subject ?? '',
      messageId: mail.messageId ?? '',
    }
    await writeFile(join(folder, `${summary.id}.eml`), raw, ownFile)
    await appendFile(indexFile, `${JSON.stringify(summary)}\n`, ownFile)
    kept.push(summary)
    return summary
  }

  return {
    keep(raw, sender, recipients) {
      // One after the other, so that numbers and lines are in order of arrival.
      const keeping = writing.then(() => keepNext(raw, sender, recipients))
      writing = keeping.catch(() => undefined)
      return keeping
    },
    list: () => kept.toReversed(),
    async read(id) {
      const summary = kept.find((mail) => mail.id === id)
      if (!summary) return null
      const mail = await PostalMime.parse(await readFile(join(folder, `${summary.id}.eml`)))
      const { date = null, text = '', html = '' } = mail
      return { ...summary, date, from: inWords(mail.from ? [mail.from] : []), to: inWords(mail.to ?? []), text, html }
    },
  }
}

function inWords(addresses: readonly Address[]): string {
  return addresses.map(({ name, address }) => (name ? `${name} <${address ?? ''}>` : (address ?? ''))).join(', ')
}

async function readIndex(file: string): Promise<MailSummary[]> {
  const text = await readFile(file, 'utf8').catch(() => '')
  // A line that was cut short by a crash belongs to a mail whose sender was never told that it arrived. The next line
  // starts after it.
  if (text !== '' && !text.endsWith('\n')) await appendFile(file, '\n')
  return text.split('\n').flatMap((line) => {
    try {
      return [IndexLine.parse(JSON.parse(line))]
    } catch {
      return []
    }
  })
}

/** The ways the catcher can be made to misbehave, for tests and for trying things out. */
export const Faults = z.strictObject({
  /** Turns every client away with 421, as a server that is shutting down does. */
  down: z.boolean(),
  /** Waits this long before it accepts a mail. */
  slowMilliseconds: z.number().int().min(0).max(600_000),
  /** Answers 550 for this recipient. */
  refusedRecipient: z.string().nullable(),
  refusal: z.string(),
})
export type Faults = z.infer<typeof Faults>

export const noFaults: Faults = { down: false, slowMilliseconds: 0, refusedRecipient: null, refusal: 'No such mailbox' }
