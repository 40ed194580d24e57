import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { type MessageKind, isAlwaysEmailed, messageKinds } from '@portal/contract/notifications'
import { textParts } from '@portal/contract/text-messages'
import type { UtilityProfile } from '@portal/contract/utility'
import {
  type FieldKind,
  type Fields,
  type FilePart,
  type Line,
  type MessageFile,
  WrongMessage,
  parseMessage,
} from '../foundation/messages/message-file.ts'
import { templateFields } from '../foundation/messages/templates.ts'
import { exampleAbout, longestAbout, newsFields, sampleValues } from '../notifications/message-fields.ts'
import { WrongSetting } from './config.ts'

/** The words of each kind of message. */
export type Messages = Readonly<Record<MessageKind, NewsMessage> & Record<keyof typeof templateFields, MessageFile>>

interface NewsMessage extends MessageFile {
  readonly text: Line
}

/**
 * Reads a folder of the profile with a file for each kind of message (docs/operations.md, Messages of the profile).
 * @throws WrongSetting naming the file that is missing or unknown, or the line that is wrong
 */
export function readMessages(folder: string): Messages {
  const names = existsSync(folder) ? readdirSync(folder) : []
  const kinds = [...messageKinds, ...Object.keys(templateFields)]
  const unknown = names.find((name) => !kinds.some((kind) => name === `${kind}.md`))
  if (unknown !== undefined) throw wrong(folder, unknown, 'there is no message of this name')
  const read = <Message>(kind: keyof Messages, check: (message: MessageFile) => Message): Message => {
    const file = `${kind}.md`
    if (!names.includes(file)) throw wrong(folder, file, 'the file is missing')
    try {
      return check(parseMessage(readFileSync(join(folder, file), 'utf8')))
    } catch (error) {
      throw wrong(folder, file, error instanceof Error ? error.message : 'unreadable')
    }
  }
  const news = (kind: MessageKind) => read(kind, (message) => checkedNews(message, kind))
  const receipt = 'payment-confirmation'
  return {
    billReady: news('billReady'),
    dueSoon: news('dueSoon'),
    overdue: news('overdue'),
    paymentReceived: news('paymentReceived'),
    paymentFailed: news('paymentFailed'),
    paymentRefunded: news('paymentRefunded'),
    chargeUpcoming: news('chargeUpcoming'),
    chargeFailed: news('chargeFailed'),
    autopayPaused: news('autopayPaused'),
    cardExpires: news('cardExpires'),
    announcement: news('announcement'),
    test: news('test'),
    [receipt]: read(receipt, (message) => checkedReceipt(message, templateFields[receipt])),
  }
}

/**
 * Each text message fits one part, however long what is filled in: each part is paid for.
 * @throws WrongSetting naming the line
 */
export function checkTextLengths(
  profile: Pick<UtilityProfile, 'shortName' | 'locale' | 'timeZone'> & { messageFiles: string; messages: Messages },
  publicUrl: string,
): void {
  for (const kind of messageKinds) {
    const values = sampleValues(profile, publicUrl, longestAbout(kind))
    const { text, textWithAmounts } = profile.messages[kind]
    for (const line of [text, textWithAmounts].filter((each) => each !== null)) {
      const longest = line.filled(values)
      if (textParts(longest) > 1)
        throw wrong(
          profile.messageFiles,
          `${kind}.md`,
          `line ${line.at}: with ${[...longest].length} characters, “${longest}” is more than one text message`,
        )
    }
  }
}

const places = {
  subject: ['open'],
  email: ['open', 'private', 'amount'],
  paragraph: ['open', 'private', 'amount', 'block'],
  link: ['address'],
  text: ['open', 'address'],
  textWithAmounts: ['open', 'address', 'amount'],
} as const satisfies Record<string, readonly FieldKind[]>

/** @throws WrongMessage */
function checkedNews(message: MessageFile, kind: MessageKind): NewsMessage {
  const { title, parts, text, textWithAmounts } = message
  const fields = newsFields[kind]
  checkEmail(message, fields)
  const isTextOnly = kind !== 'test' && isAlwaysEmailed(kind)
  if (isTextOnly && parts.length > 0)
    throw new WrongMessage(title.at, 'this file has texts only: another email is always sent')
  if (
    'stop' in fields &&
    !isTextOnly &&
    !parts.some((part) => part.kind === 'link' && part.address.fields.includes('stop'))
  )
    throw new WrongMessage(title.at, 'the email needs a link to {{stop}}')
  if ('message' in fields && !parts.some((part) => part.kind === 'field' && part.text.fields.includes('message')))
    throw new WrongMessage(title.at, 'the email needs {{message}}, on a line of its own')
  if (!text) throw new WrongMessage(title.at, 'the section "## Text message" is missing')
  checkText(text, fields, 'text')
  if (textWithAmounts) checkText(textWithAmounts, fields, 'textWithAmounts')
  return { ...message, text }
}

/** @throws WrongMessage */
function checkedReceipt(message: MessageFile, fields: Fields): MessageFile {
  const { title, parts, text, textWithAmounts } = message
  checkEmail(message, fields)
  const other = text ?? textWithAmounts
  if (other) throw new WrongMessage(other.at, 'this message is not sent as a text')
  const named = new Set(parts.flatMap(linesOf).flatMap((line) => line.fields))
  const missing = Object.keys(fields).find((field) => !named.has(field))
  if (missing !== undefined) throw new WrongMessage(title.at, `a receipt needs {{${missing}}}`)
  return message
}

function linesOf(part: FilePart): Line[] {
  switch (part.kind) {
    case 'details':
      return part.rows.map(([, value]) => value)
    case 'link':
      return [part.text, part.address]
    case 'field':
    case 'paragraph':
      return [part.text]
  }
}

function checkEmail({ title, parts }: MessageFile, fields: Fields): void {
  checkPlace(title, fields, 'subject')
  for (const part of parts) checkPart(part, fields)
}

function checkPart(part: FilePart, fields: Fields): void {
  switch (part.kind) {
    case 'paragraph':
      return checkPlace(part.text, fields, 'email')
    case 'field':
      return checkPlace(part.text, fields, 'paragraph')
    case 'details':
      return part.rows.forEach(([, value]) => checkPlace(value, fields, 'email'))
    case 'link': {
      checkPlace(part.text, fields, 'email')
      checkPlace(part.address, fields, 'link')
      const address = part.address.filled(
        sampleValues(
          { shortName: '', locale: 'en-US', timeZone: 'UTC' },
          'https://portal.example',
          exampleAbout('billReady'),
        ),
      )
      if (!/^(https:\/\/|mailto:|tel:)/.test(address))
        throw new WrongMessage(part.address.at, `a link may not lead to ${address}`)
    }
  }
}

function checkText(line: Line, fields: Fields, place: 'text' | 'textWithAmounts'): void {
  checkPlace(line, fields, place)
  for (const needed of ['utility', 'stop', 'textMessage'].filter((field) => field in fields))
    if (!line.fields.includes(needed)) throw new WrongMessage(line.at, `a text message needs {{${needed}}}`)
}

const placeNames: Readonly<Record<keyof typeof places, string>> = {
  subject: 'a subject',
  email: 'the words of an email',
  paragraph: 'the words of an email',
  link: 'the address of a link',
  text: 'a text message',
  textWithAmounts: 'a text message',
}

function checkPlace(line: Line, fields: Fields, place: keyof typeof places): void {
  const allowed: readonly FieldKind[] = places[place]
  for (const field of line.fields) {
    const kind = Object.hasOwn(fields, field) ? fields[field] : undefined
    if (!kind)
      throw new WrongMessage(line.at, `there is no field {{${field}}}; there are ${Object.keys(fields).join(', ')}`)
    if (!allowed.includes(kind)) throw new WrongMessage(line.at, `{{${field}}} may not stand in ${placeNames[place]}`)
  }
}

function wrong(folder: string, file: string, reason: string): WrongSetting {
  return new WrongSetting(`PROFILE_FILE: ${basename(folder)}/${file}: ${reason}`)
}
