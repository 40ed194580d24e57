import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type MessagePreview, readMessagePreviews, viewMessagePreview } from '@portal/contract/message-previews'
import { type MessageKind, messageKinds } from '@portal/contract/notifications'
import { textParts } from '@portal/contract/text-messages'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { type CommandIo, type ExitCode, withOpened } from '../foundation/command-line.ts'
import { adminRoute, frameRoute } from '../http/route.ts'
import { writtenEmail } from '../notifications/emails.ts'
import { exampleAbout, sampleValues } from '../notifications/message-fields.ts'

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
      if (preview.email) await writeFile(join(folder, `${preview.kind}.html`), emailOf(deps, preview.kind).html)
      await writeFile(join(folder, `${preview.kind}.txt`), asText(preview))
      io.write(`${preview.kind}: ${preview.text.words}\n`)
    }
    return 0
  })
}

function emailOf({ profile, config }: Needed, kind: MessageKind) {
  return writtenEmail(profile, kind, sampleValues(profile, config.PUBLIC_URL, exampleAbout(kind)))
}

function previewsOf(deps: Needed): MessagePreview[] {
  return messageKinds.map((kind) => {
    const { parts, text, textWithAmounts } = deps.profile.messages[kind]
    const { subject, text: plainText } = emailOf(deps, kind)
    const values = sampleValues(deps.profile, deps.config.PUBLIC_URL, exampleAbout(kind))
    const inParts = (words: string) => ({ words, parts: textParts(words) })
    return {
      kind,
      email: parts.length === 0 ? null : { subject, plainText },
      text: inParts(text.filled(values)),
      textWithAmounts: textWithAmounts && inParts(textWithAmounts.filled(values)),
    }
  })
}

function asText({ email, text, textWithAmounts }: MessagePreview): string {
  const texts = [text, textWithAmounts].filter((each) => each !== null)
  const rest = texts.map(
    ({ words, parts }) => `Text message, ${words.length} characters, parts: ${parts}\n\n${words}\n`,
  )
  return [...(email ? [`Subject: ${email.subject}\n`, email.plainText] : []), ...rest].join('\n')
}
