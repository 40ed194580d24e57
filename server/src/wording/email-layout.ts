import { type Instant, epochOf, formatDate, timeIn, twelveHours } from '@portal/contract/dates'
import { type Catalog, type Language, defaultLocale, languageOf } from '@portal/contract/language'
import type { UtilityProfile } from '@portal/contract/utility'
import { type Markup, emailStyle, markup } from './email-html.ts'

type EmailValues = Readonly<Record<string, string | number>>

/** Data as it is, or a text of ours, which the language of the profile says. */
export type EmailText = string | SaidText

/** A whole sentence or name, with `{holes}` for its values. */
export interface SaidText {
  readonly text: string
  readonly values?: EmailValues
}

export type EmailPart =
  /** Whole sentences. */
  | { kind: 'paragraph'; text: string; values?: EmailValues }
  | { kind: 'details'; rows: ReadonlyArray<readonly [name: string, value: EmailText]> }
  /** The last column holds amounts. */
  | {
      kind: 'table'
      caption: string
      /** For the holes of the caption. */
      values?: EmailValues
      columns: readonly string[]
      rows: ReadonlyArray<readonly EmailText[]>
    }
  | { kind: 'link'; text: string; address: string }

/** A feature writes only this in English, and nothing about how it looks. */
export interface EmailContent {
  heading: SaidText
  parts: readonly EmailPart[]
}

export type EmailProfile = UtilityProfile & { readonly catalog?: Catalog }

/** In the utility's frame and language. The HTML reads well in a screen reader, in dark mode and at any width. */
export function layOutEmail(
  { subject, heading, parts }: EmailContent & { readonly subject: SaidText },
  profile: EmailProfile,
): { subject: string; text: string; html: string } {
  const { t } = languageOf(profile.catalog, profile.locale)
  const said = { subject: say(subject, t), heading: say(heading, t), parts: parts.map((part) => saidPart(part, t)) }
  return frameEmail(said, profile)
}

/** What an email says, in the language of the profile. */
export interface SaidEmail {
  readonly subject: string
  readonly heading: string
  readonly parts: readonly SaidPart[]
}

/** With the ways to reach the utility at the end. Its name is the sender's, so the subject does without. */
export function frameEmail(said: SaidEmail, profile: EmailProfile): { subject: string; text: string; html: string } {
  const { t } = languageOf(profile.catalog, profile.locale)
  return {
    subject: inOneLine(said.subject),
    text: textOf(said, profile, t),
    html: htmlOf(said, profile, t),
  }
}

export type SaidPart =
  | { kind: 'paragraph'; text: string }
  | { kind: 'details'; rows: ReadonlyArray<readonly [name: string, value: string]> }
  | { kind: 'table'; caption: string; columns: readonly string[]; rows: ReadonlyArray<readonly string[]> }
  | { kind: 'link'; text: string; address: string }

export function saidPart(part: EmailPart, t: Language['t']): SaidPart {
  const all = (texts: readonly EmailText[]): string[] => texts.map((text) => say(text, t))
  switch (part.kind) {
    case 'paragraph':
      return { kind: 'paragraph', text: say(part, t) }
    case 'details':
      return { ...part, rows: part.rows.map(([name, value]) => [t(name), say(value, t)] as const) }
    case 'table':
      return {
        ...part,
        caption: say({ ...part, text: part.caption }, t),
        columns: part.columns.map((name) => t(name)),
        rows: part.rows.map(all),
      }
    case 'link':
      return { ...part, text: t(part.text) }
  }
}

function say(shown: EmailText, t: Language['t']): string {
  if (typeof shown === 'string') return isolated(shown)
  const values = Object.entries(shown.values ?? {}).map(([name, value]) => [name, isolated(String(value))] as const)
  return t<string>(shown.text, shown.values && Object.fromEntries(values))
}

const directionMarks = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/** A value written from right to left must not turn the words around it, nor one that only says that it is. */
export function isolated(value: string): string {
  const bare = value.replaceAll(directionMarks, '')
  return rightToLeft.test(bare) ? `\u2068${bare}\u2069` : bare
}

function textOf(content: SaidEmail, profile: UtilityProfile, t: Language['t']): string {
  const underline = '='.repeat(Math.min(content.heading.length, 72))
  const parts = [profile.name, `${content.heading}\n${underline}`, ...content.parts.map(textOfPart)]
  return `${[...parts, ['-- ', ...footerLines(profile, t)].join('\n')].join('\n\n')}\n`
}

function textOfPart(part: SaidPart): string {
  switch (part.kind) {
    case 'paragraph':
      return part.text
    case 'details':
      return part.rows.map(([name, value]) => `${name}: ${inOneLine(value)}`).join('\n')
    case 'table':
      return [part.caption, ...[part.columns, ...part.rows].map((row) => row.map(inOneLine).join(' | '))].join('\n')
    case 'link':
      return `${part.text}:\n${part.address}`
  }
}

/** A name with line breaks in it must not look like further lines of the email. */
export function inOneLine(value: string): string {
  return value.replaceAll(/[\s\p{Cc}]+/gu, ' ')
}

function htmlOf(content: SaidEmail, profile: UtilityProfile, t: Language['t']): string {
  const action = content.parts.find(({ kind }) => kind === 'link')
  const { sheet, dress } = emailStyle(profile.look)
  const page = markup`<!doctype html>
<html lang="${profile.locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${content.heading}</title>
${sheet}
</head>
<body>
${previewOf(content)}<div class="frame">
<header><p class="utility">${profile.name}</p></header>
<main>
<h1>${content.heading}</h1>
${content.parts.map((part) => htmlOfPart(part, part === action))}
</main>
<footer>${footerOf(profile, t)}</footer>
</div>
</body>
</html>
`
  return dress(page.text)
}

/** The mailbox would otherwise repeat the subject. Hidden by an attribute: some programs drop style sheets. */
function previewOf({ parts: [first] }: SaidEmail): Markup {
  return first?.kind === 'paragraph' ? markup`<div style="display:none">${first.text}</div>\n` : markup``
}

/** @param isAction the first link: what the email is for, with its address below for who can’t press or trust a button */
function htmlOfPart(part: SaidPart, isAction: boolean): Markup {
  switch (part.kind) {
    case 'paragraph':
      return markup`<p>${part.text}</p>\n`
    case 'details':
      return markup`<dl>${part.rows.map(([name, value]) => markup`<dt>${name}</dt><dd>${value}</dd>`)}</dl>\n`
    case 'table':
      return tableOf(part)
    case 'link':
      return isAction
        ? markup`<p><a href="${part.address}" class="action">${part.text}</a></p>\n<p class="address">${part.address}</p>\n`
        : markup`<p><a href="${part.address}">${part.text}</a></p>\n`
  }
}

function tableOf(part: Extract<SaidPart, { kind: 'table' }>): Markup {
  const isLast = (at: number, { length }: readonly string[]) => at === length - 1
  const head = part.columns.map(
    (column, at, all) => markup`<th scope="col" class="${isLast(at, all) ? 'head last' : 'head'}">${column}</th>`,
  )
  const ends = (at: number, row: readonly string[]) => (isLast(at, row) ? markup` class="last"` : '')
  const rows = part.rows.map(
    ([first = '', ...row]) =>
      markup`<tr><th scope="row">${first}</th>${row.map((cell, at) => markup`<td${ends(at, row)}>${cell}</td>`)}</tr>\n`,
  )
  return markup`<table>
<caption>${part.caption}</caption>
<thead><tr>${head}</tr></thead>
<tbody>${rows}</tbody>
</table>
`
}

/** Card brands require this on a receipt. */
function footerLines(profile: UtilityProfile, t: Language['t']): string[] {
  return [
    placeLine(profile),
    ...profile.phones.map((phone) => `${phone.label}: ${phone.number}`),
    `${t('Email')}: ${profile.customerServiceEmail}`,
    hoursLine(profile, t),
    profile.website,
  ]
}

/** A phone number is never broken in two. */
function footerOf(profile: UtilityProfile, t: Language['t']): Markup[] {
  const { phones, customerServiceEmail, website } = profile
  const lines = [
    markup`${placeLine(profile)}`,
    ...phones.map(({ label, number }) => markup`${label}: <a class="phone" href="tel:${number}">${number}</a>`),
    markup`${t('Email')}: <a href="mailto:${customerServiceEmail}">${customerServiceEmail}</a>`,
    markup`${hoursLine(profile, t)}`,
    markup`<a href="${website}">${website}</a>`,
  ]
  return lines.map((line) => markup`<p class="line">${line}</p>`)
}

function placeLine({ name, city, state }: UtilityProfile): string {
  return `${name}, ${city}, ${state}`
}

function hoursLine({ customerServiceHours: hours }: UtilityProfile, t: Language['t']): string {
  return t('Customer service hours: {hours}', { hours })
}

/** `01/31/2026 at 2:05 PM` in the utility's time zone. */
export function momentIn({ timeZone, locale }: Pick<UtilityProfile, 'timeZone' | 'locale'>, instant: Instant): string {
  if (locale !== defaultLocale)
    return new Intl.DateTimeFormat(locale, { timeZone, dateStyle: 'medium', timeStyle: 'short' }).format(
      epochOf(instant),
    )
  const { date, hour, minute } = timeIn(timeZone, instant)
  return `${formatDate(date)} at ${twelveHours(hour, minute)}`
}
