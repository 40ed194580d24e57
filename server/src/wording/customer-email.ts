import { randomUUID } from 'node:crypto'
import { wordsOfMethod } from '@portal/contract/bank-accounts'
import type { Instant } from '@portal/contract/dates'
import { feeTexts } from '@portal/contract/fees'
import { languageOf } from '@portal/contract/language'
import { type Cents, dollars } from '@portal/contract/money'
import { placeOf } from '@portal/contract/text'
import { type EmailFileName, emailFiles } from './email-files.ts'
import {
  type EmailContent,
  type EmailProfile,
  type SaidPart,
  type SaidText,
  layOutEmail,
  saidPart,
} from './email-layout.ts'
import { type AmountParts, type Blocks, type MessageFile, type Values, fillEmail } from './message-file.ts'
import { type CustomerTemplate, type TemplateName, templates } from './templates.ts'

/** Without what is left out: each is a new email. */
type Addressed<Name> = Omit<NewEmail, 'template' | 'dedupeKey' | 'subject' | 'text' | 'html'> & {
  template: Name
  dedupeKey?: string
}

type FieldOf<Name extends CustomerTemplate> = (typeof templates)[Name]['file'] extends infer File
  ? File extends EmailFileName
    ? keyof (typeof emailFiles)[File]['fields']
    : never
  : never

/** Of the fields that the file of this template may name. Those that are left out say nothing. */
export type FieldValues<Name extends CustomerTemplate> = { readonly [Field in FieldOf<Name> | 'template']?: string }

/** An email of the outbox to a customer, in the words of the profile. */
export function customerEmail<Name extends CustomerTemplate>(
  profile: EmailProfile & { readonly messages: Readonly<Record<EmailFileName, MessageFile>> },
  { template, dedupeKey = `${template}-${randomUUID()}`, ...email }: Addressed<Name>,
  values: FieldValues<Name>,
  blocks: Blocks = {},
  amount: AmountParts | null = null,
): NewEmail {
  const message = profile.messages[templates[template].file]
  return { ...email, template, dedupeKey, ...fillEmail(profile, message, allValues(template, values), blocks, amount) }
}

/** Null without a fee: then the amount is what the bills get. */
export function amountParts(
  { name, catalog, locale }: Pick<EmailProfile, 'name' | 'catalog' | 'locale'>,
  { bills, fee }: { readonly bills: Cents; readonly fee: Cents },
  inWords: (amount: Cents, locale: string) => string = dollars,
): AmountParts | null {
  if (fee === 0) return null
  const { t } = languageOf(catalog, locale)
  const forBills = inWords(bills, locale)
  return {
    bills: forBills,
    rows: [
      [t(feeTexts.bills), forBills],
      [t(feeTexts.kept, { utility: name }), inWords(fee, locale)],
    ],
  }
}

/** What a file may name, it has to find. */
export function allValues(template: CustomerTemplate, values: Readonly<Record<string, string | undefined>>): Values {
  const names = Object.keys(emailFiles[templates[template].file].fields)
  return { ...Object.fromEntries(names.map((name) => [name, values[name] ?? ''])), template }
}

/** Above the accounts of a scheduled payment. */
export const eachOnItsOwn = 'Each account is charged on its own.'

/** `1234567890, 123 Main Street`: the location as receipts show it. */
export function accountAt(accountId: string, serviceLocation = ''): string {
  return [accountId, placeOf(serviceLocation)].filter(Boolean).join(', ')
}

/** `Visa ending in 4242`, or `First Hawaiian, checking ending in 6789` */
export function methodInWords(
  { catalog, locale }: Pick<EmailProfile, 'catalog' | 'locale'>,
  method: Parameters<typeof wordsOfMethod>[0],
): string {
  const { text, values } = wordsOfMethod(method)
  return languageOf(catalog, locale).t<string>(text, values)
}

/** @param rows of account, receipt where there is one, and amount */
export function accountsTable(
  { catalog, locale }: Pick<EmailProfile, 'catalog' | 'locale'>,
  caption: string,
  rows: ReadonlyArray<readonly string[]>,
): SaidPart[] {
  const columns = rows[0]?.length === 3 ? ['Account', 'Receipt', 'Amount'] : ['Account', 'Amount']
  return [saidPart({ kind: 'table', caption, columns, rows }, languageOf(catalog, locale).t)]
}

export interface NewEmail {
  template: TemplateName
  /** One cause queues one email, however often it is reported. */
  dedupeKey: string
  recipient: string
  subject: string
  text: string
  html: string
  /** At once when left out. */
  notBefore?: Instant
  /** Of the link whose secret takes the place that the text leaves for it. */
  linkNonce?: string
}

/** Puts the utility's name before the subject, and lays out the content in the utility's frame. */
export function writeEmail(
  profile: EmailProfile,
  {
    subject,
    heading,
    parts,
    ...email
  }: Omit<NewEmail, 'subject' | 'text' | 'html'> & EmailContent & { subject: SaidText },
): NewEmail {
  return { ...email, ...layOutEmail({ subject, heading, parts }, profile) }
}

export function keyOfEmail(template: string, subject: string): string {
  return `${template}-${subject}`
}

/** The beginning of the dedupe key of an email that is sent again. */
export function keyOfRepeat(dedupeKey: string): string {
  return `${dedupeKey}-again-`
}
