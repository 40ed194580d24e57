import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { maskCardNumber } from '@portal/contract/card'
import {
  type MessageKind,
  type MessagePreview,
  messageKinds,
  readMessagePreviews,
  viewMessagePreview,
} from '@portal/contract/message-previews'
import { textParts } from '@portal/contract/text-messages'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { type CommandIo, type ExitCode, withOpened } from '../foundation/command-line.ts'
import type { EmailPart } from '../foundation/messages/email-layout.ts'
import type { Line } from '../foundation/messages/message-file.ts'
import { adminRoute, frameRoute } from '../http/route.ts'
import { writtenEmail } from '../notifications/emails.ts'
import { exampleAbout, sampleValues } from '../notifications/message-fields.ts'
import { receiptContent } from '../payments/emails.ts'

type Needed = Pick<Deps, 'profile'> & { config: Pick<Deps['config'], 'PUBLIC_URL'> }

/** For those who write them. Nothing of any customer. */
export function messagePreviewRoutes(app: FastifyInstance, deps: Needed): void {
  adminRoute(app, readMessagePreviews, async () => previewsOf(deps))
  frameRoute(app, viewMessagePreview, deps.config.PUBLIC_URL, async ({ params }) => emailOf(deps, params.kind).html)
}

const usage = `portal preview-messages FOLDER
  Writes each message with example values, as KIND.html and KIND.txt.
  FOLDER   is created if it does not exist
`

/** `portal preview-messages`: exit code 2 for wrong usage. */
export async function previewMessagesCommand(words: readonly string[], io: CommandIo<Needed>): Promise<ExitCode> {
  const [folder] = words
  if (folder === undefined || folder.startsWith('-') || words.length > 1) {
    io.write(usage)
    return 2
  }
  return await withOpened<Needed, ExitCode>(io, async (deps) => {
    await mkdir(folder, { recursive: true })
    for (const preview of previewsOf(deps)) {
      await writeFile(join(folder, `${preview.kind}.html`), emailOf(deps, preview.kind).html)
      await writeFile(join(folder, `${preview.kind}.txt`), asText(preview))
      io.write(`${preview.kind}: ${preview.subject}\n`)
    }
    return 0
  })
}

function emailOf({ profile, config }: Needed, kind: MessageKind) {
  return kind === 'payment-confirmation'
    ? receiptContent(profile, exampleReceipt, exampleAccounts)
    : writtenEmail(profile, kind, sampleValues(profile, config.PUBLIC_URL, exampleAbout))
}

const exampleReceipt = {
  receipt: 'W-1234567',
  amount: '$190.40 USD',
  card: `Visa ${maskCardNumber('4242')}`,
  holder: 'Maria Cruz',
  when: '12/01/2026 2:05:00 PM',
  authorization: 'ET1234',
  reference: 'G0123456789ABCDEF',
}
const exampleAccounts: EmailPart = {
  kind: 'table',
  caption: 'Accounts paid',
  columns: ['Account', 'Receipt', 'Amount'],
  rows: [
    ['1234567890', 'W-1234567-1', '$95.20 USD'],
    ['1234567891', 'W-1234567-2', '$95.20 USD'],
  ],
}

function previewsOf(deps: Needed): MessagePreview[] {
  const values = sampleValues(deps.profile, deps.config.PUBLIC_URL, exampleAbout)
  const preview = (line: Line | null) => {
    const words = line?.filled(values)
    return words === undefined ? null : { words, parts: textParts(words) }
  }
  return messageKinds.map((kind) => {
    const { subject, text: plainText } = emailOf(deps, kind)
    const { text, textWithAmounts } = deps.profile.messages[kind]
    return { kind, subject, plainText, text: preview(text), textWithAmounts: preview(textWithAmounts) }
  })
}

function asText({ subject, plainText, text, textWithAmounts }: MessagePreview): string {
  const texts = [text, textWithAmounts].filter((each) => each !== null)
  const rest = texts.map(
    ({ words, parts }) => `Text message, ${words.length} characters, parts: ${parts}\n\n${words}\n`,
  )
  return [`Subject: ${subject}\n`, plainText, ...rest].join('\n')
}
