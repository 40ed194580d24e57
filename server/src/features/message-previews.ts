import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { maskCardNumber } from '@portal/contract/card'
import {
  type MessagePreview,
  type PreviewedKind,
  previewedKinds,
  readMessagePreviews,
  viewMessagePreview,
} from '@portal/contract/message-previews'
import { isAlwaysEmailed } from '@portal/contract/notifications'
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
  frameRoute(
    app,
    viewMessagePreview,
    deps.config.PUBLIC_URL,
    async ({ params }) => emailOf(deps, params.kind)?.html ?? '',
  )
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
      const html = emailOf(deps, preview.kind)?.html
      if (html !== undefined) await writeFile(join(folder, `${preview.kind}.html`), html)
      await writeFile(join(folder, `${preview.kind}.txt`), asText(preview))
      io.write(`${preview.kind}: ${preview.email?.subject ?? preview.text?.words ?? ''}\n`)
    }
    return 0
  })
}

/** Null for what is sent by text alone. */
function emailOf({ profile, config }: Needed, kind: PreviewedKind) {
  if (kind === 'payment-confirmation') return receiptContent(profile, exampleReceipt, exampleAccounts)
  if (kind !== 'test' && isAlwaysEmailed(kind)) return null
  const about = exampleAbout(kind)
  return writtenEmail(profile, kind, sampleValues(profile, config.PUBLIC_URL, about), about.facts)
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
  return previewedKinds.map((kind) => {
    const email = emailOf(deps, kind)
    const { text, textWithAmounts } = deps.profile.messages[kind]
    const preview = (line: Line | null) => textPreview(deps, kind, line)
    return {
      kind,
      email: email && { subject: email.subject, plainText: email.text },
      text: preview(text),
      textWithAmounts: preview(textWithAmounts),
    }
  })
}

function textPreview({ profile, config }: Needed, kind: PreviewedKind, line: Line | null): MessagePreview['text'] {
  if (line === null || kind === 'payment-confirmation') return null
  const words = line.filled(sampleValues(profile, config.PUBLIC_URL, exampleAbout(kind)))
  return { words, parts: textParts(words) }
}

function asText({ email, text, textWithAmounts }: MessagePreview): string {
  const texts = [text, textWithAmounts].filter((each) => each !== null)
  const rest = texts.map(
    ({ words, parts }) => `Text message, ${words.length} characters, parts: ${parts}\n\n${words}\n`,
  )
  return [...(email ? [`Subject: ${email.subject}\n`, email.plainText] : []), ...rest].join('\n')
}
