import { type MessageKind, isAlwaysEmailed } from '@portal/contract/notifications'
import { type EmailExample, emailExamples } from './email-examples.ts'
import { type EmailFileName, emailFiles } from './email-files.ts'
import {
  type FieldKind,
  type Fields,
  type FilePart,
  type Line,
  type MessageFile,
  type NamedField,
  type Values,
  WrongMessage,
  fillParts,
} from './message-file.ts'
import { exampleAbout, notificationFields, sampleValues } from './notification-fields.ts'
import { templates } from './templates.ts'

export interface NotificationFile extends MessageFile {
  readonly text: Line
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
export function checkedNotification(message: MessageFile, kind: MessageKind): NotificationFile {
  const { title, parts, text, textWithAmounts } = message
  const fields = notificationFields[kind]
  checkEmail(message, fields, notificationExample)
  const isTextOnly = kind !== 'test' && isAlwaysEmailed(kind)
  if (isTextOnly && parts.length > 0)
    throw new WrongMessage(title.at, 'this file has texts only: another email is always sent')
  if ('stop' in fields && !isTextOnly && !parts.some((part) => part.kind === 'link' && names(part.address, 'stop')))
    throw new WrongMessage(title.at, 'the email needs a link to {{stop}}')
  if ('message' in fields && !parts.some((part) => part.kind === 'field' && names(part.text, 'message')))
    throw new WrongMessage(title.at, 'the email needs {{message}}, on a line of its own')
  if (!text) throw new WrongMessage(title.at, 'the section "## Text message" is missing')
  checkText(text, fields, 'text')
  if (textWithAmounts) checkText(textWithAmounts, fields, 'textWithAmounts')
  return { ...message, text }
}

/** @throws WrongMessage */
export function checkedEmail(message: MessageFile, file: Exclude<EmailFileName, 'address-code'>): MessageFile {
  const other = message.text ?? message.textWithAmounts
  if (other) throw new WrongMessage(other.at, 'this message is not sent as a text')
  return checkedCases(message, file)
}

/** A code goes to a number, too. @throws WrongMessage */
export function checkedCode(message: MessageFile): NotificationFile {
  const { title, text, textWithAmounts } = message
  if (!text) throw new WrongMessage(title.at, 'the section "## Text message" is missing')
  if (textWithAmounts) throw new WrongMessage(textWithAmounts.at, 'this message has no amounts')
  if (!names(text, 'code')) throw new WrongMessage(text.at, 'a text message needs {{code}}')
  checkText(text, emailFiles['address-code'].fields, 'text')
  return { ...checkedCases(message, 'address-code'), text }
}

function checkedCases(message: MessageFile, file: EmailFileName): MessageFile {
  const { title, parts } = message
  const { fields, ...more } = emailFiles[file]
  const cases = examples.filter(({ template }) => templates[template].file === file)
  const [first] = cases
  checkEmail(message, { ...fields, template: 'case' }, first?.values ?? {})
  const lines = [title, ...parts.flatMap(linesOf)]
  const missing = 'needed' in more ? more.needed.find((field) => !lines.some((line) => names(line, field))) : undefined
  if (missing !== undefined) throw new WrongMessage(title.at, `this email needs {{${missing}}}`)
  for (const line of lines) checkCompared(line, fields, cases)
  for (const each of cases) checkWords(message, each)
  return message
}

const examples = emailExamples(
  { shortName: 'Utility', locale: 'en-US', timeZone: 'UTC', paymentDescription: 'Water', refundPolicy: 'None' },
  'https://portal.example',
)

/** A case that there is not would never come true. */
function checkCompared(line: Line, fields: Fields, cases: readonly EmailExample[]): void {
  const known = new Set(cases.flatMap(({ values }) => ['template', ...caseFields(fields)].map((name) => values[name])))
  const unknown = line.compared.find((value) => !known.has(value))
  if (unknown !== undefined)
    throw new WrongMessage(line.at, `there is no case '${unknown}'; there are ${[...known].filter(Boolean).join(', ')}`)
}

function caseFields(fields: Fields): string[] {
  return Object.keys(fields).filter((name) => fields[name] === 'case')
}

function checkWords({ title, parts }: MessageFile, { template, name, values, blocks }: EmailExample): void {
  const which = name === '' ? template : `${template} (${name})`
  if (title.filled(values) === '') throw new WrongMessage(title.at, `there is no subject for ${which}`)
  const [first] = fillParts(parts, values, blocks)
  if (first?.kind !== 'paragraph') throw new WrongMessage(title.at, `${which} does not begin with words`)
}

function names(line: Line, field: string): boolean {
  return line.fields.some(({ name }) => name === field)
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

const notificationExample = sampleValues(
  { shortName: '', locale: 'en-US', timeZone: 'UTC' },
  'https://portal.example',
  exampleAbout('billReady'),
)

function checkEmail({ title, parts }: MessageFile, fields: Fields, example: Values): void {
  checkPlace(title, fields, 'subject')
  for (const part of parts) checkPart(part, fields, example)
}

function checkPart(part: FilePart, fields: Fields, example: Values): void {
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
      const address = part.address.filled(example)
      if (!/^(https:\/\/|mailto:|tel:)/.test(address))
        throw new WrongMessage(part.address.at, `a link may not lead to ${address}`)
    }
  }
}

function checkText(line: Line, fields: Fields, place: 'text' | 'textWithAmounts'): void {
  checkPlace(line, fields, place)
  for (const needed of ['utility', 'textMessage'].filter((field) => field in fields))
    if (!names(line, needed)) throw new WrongMessage(line.at, `a text message needs {{${needed}}}`)
  if ('stop' in fields && !names(line, 'stop') && !/\bSTOP\b/.test(line.filled(anyValues(fields))))
    throw new WrongMessage(line.at, 'a text message needs "Reply STOP to opt out.", or {{stop}}')
  if ('stop' in fields && !['portal', 'stop'].some((address) => names(line, address)))
    throw new WrongMessage(line.at, 'a text message needs {{portal}}, by which it is told from others')
}

function anyValues(fields: Fields): Values {
  return Object.fromEntries(Object.keys(fields).map((name) => [name, name]))
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
  for (const field of line.fields) checkField(field, fields, place)
}

function checkField({ name, at, isShown }: NamedField, fields: Fields, place: keyof typeof places): void {
  const allowed: readonly FieldKind[] = places[place]
  const kind = Object.hasOwn(fields, name) ? fields[name] : undefined
  if (!kind) throw new WrongMessage(at, `there is no field {{${name}}}; there are ${Object.keys(fields).join(', ')}`)
  if (kind === 'case') {
    if (isShown) throw new WrongMessage(at, `{{${name}}} is for conditions only`)
    return
  }
  if (!allowed.includes(kind)) throw new WrongMessage(at, `{{${name}}} may not stand in ${placeNames[place]}`)
}
