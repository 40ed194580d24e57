import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type MessagePreview, readMessagePreviews, viewMessagePreview } from '@portal/contract/message-previews'
import { isAlwaysEmailed, messageKinds } from '@portal/contract/notifications'
import { notificationTexts } from '@portal/contract/notifications-texts'
import { textParts } from '@portal/contract/text-messages'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { type CommandIo, type ExitCode, withOpened } from '../foundation/command-line.ts'
import { adminRoute, frameRoute } from '../http/route.ts'
import { languagesOf } from '../messages/language.ts'
import { refuseCommonly } from '../refusal.ts'
import { emailExamples } from '../wording/email-examples.ts'
import { emailFiles } from '../wording/email-files.ts'
import { type MessageFile, type Values, fillEmail } from '../wording/message-file.ts'
import { exampleAbout, messageBlocks, sampleValues } from '../wording/notification-fields.ts'
import { templates, titleOfTemplate } from '../wording/templates.ts'

type Needed = Pick<Deps, 'profile'> & { config: Pick<Deps['config'], 'PUBLIC_URL'> }

/** For those who write them. Nothing of any customer. */
export function messagePreviewRoutes(app: FastifyInstance, deps: Needed): void {
  adminRoute(app, readMessagePreviews, async () => previewsOf(deps).map(({ html: _html, ...preview }) => preview))
  frameRoute(app, viewMessagePreview, deps.config.PUBLIC_URL, async ({ params }) => {
    const html = previewsOf(deps).find(({ id }) => id === params.id)?.html
    if (html === undefined) throw refuseCommonly('not-found')
    return html
  })
}

const usage = `portal preview-messages FOLDER
  Writes each message with example values, as NAME.html and NAME.txt.
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
      const { id, html } = preview
      if (html !== undefined) await writeFile(join(folder, `${id}.html`), html)
      await writeFile(join(folder, `${id}.txt`), asText(preview))
      io.write(`${id}: ${preview.email?.subject ?? preview.text?.words ?? ''}\n`)
    }
    return 0
  })
}

interface Preview extends MessagePreview {
  html?: string
}

/** Those of further languages have their tag in front. */
function previewsOf({ profile, config }: Needed): Preview[] {
  return languagesOf(profile).flatMap(({ tag, name: language, profile: spoken }) => {
    const previews = [
      ...notificationPreviews({ profile: spoken, config }),
      ...emailPreviews({ profile: spoken, config }),
    ]
    const named = (id: string) => (spoken === profile ? id : `${tag}.${id}`)
    return previews.map((preview) => ({ ...preview, id: named(preview.id), language }))
  })
}

function notificationPreviews({ profile, config }: Needed): Omit<Preview, 'language'>[] {
  return messageKinds.map((kind) => {
    const message = profile.messages[kind]
    const about = exampleAbout(kind)
    const values = sampleValues(profile, config.PUBLIC_URL, about)
    const isTextOnly = kind !== 'test' && isAlwaysEmailed(kind)
    const { html, ...email } = fillEmail(profile, message, values, messageBlocks(about.facts))
    return {
      id: kind,
      group: 'news',
      name: notificationTexts.kinds[kind],
      example: '',
      file: `${kind}.md`,
      email: isTextOnly ? null : { subject: email.subject, plainText: email.text },
      ...textsOf(message, values),
      ...(isTextOnly ? {} : { html }),
    }
  })
}

function emailPreviews({ profile, config }: Needed): Omit<Preview, 'language'>[] {
  return emailExamples(profile, config.PUBLIC_URL).map(({ template, name, values, blocks }) => {
    const { file } = templates[template]
    const message = profile.messages[file]
    const { html, ...email } = fillEmail(profile, message, values, blocks)
    return {
      id: [template, ...name.matchAll(/(?<=: )\w+/g)].join('.'),
      group: emailFiles[file].group,
      name: titleOfTemplate(template),
      example: name,
      file: `${file}.md`,
      email: { subject: email.subject, plainText: email.text },
      ...textsOf(message, values),
      html,
    }
  })
}

function textsOf({ text, textWithAmounts }: MessageFile, values: Values) {
  const preview = (line: MessageFile['text']) => {
    const words = line?.filled(values)
    return words === undefined ? null : { words, parts: textParts(words) }
  }
  return { text: preview(text), textWithAmounts: preview(textWithAmounts) }
}

function asText({ email, text, textWithAmounts }: MessagePreview): string {
  const texts = [text, textWithAmounts].filter((each) => each !== null)
  const rest = texts.map(
    ({ words, parts }) => `Text message, ${words.length} characters, parts: ${parts}\n\n${words}\n`,
  )
  return [...(email ? [`Subject: ${email.subject}\n`, email.plainText] : []), ...rest].join('\n')
}
