import { type Instant, formatDate, timeIn, twelveHours } from '@portal/contract/dates'
import type { UtilityProfile } from '@portal/contract/utility'
import { type Markup, emailStyle, markup } from './email-html.ts'

/** One part of a letter, plain text throughout. */
export type EmailPart =
  | { kind: 'paragraph'; text: string }
  /** Names and values, such as a receipt's. */
  | { kind: 'details'; rows: ReadonlyArray<readonly [name: string, value: string]> }
  /** A table whose last column holds amounts. */
  | { kind: 'table'; caption: string; columns: readonly string[]; rows: ReadonlyArray<readonly string[]> }
  | { kind: 'link'; text: string; address: string }

/** The content of a letter. A feature writes only this, and nothing about how it looks. */
export interface EmailContent {
  heading: string
  parts: readonly EmailPart[]
}

/**
 * Lays out a letter in the utility's frame, as plain text and as HTML. The HTML reads well in a screen reader, in dark
 * mode and at any width, and loads nothing. Every value is escaped.
 */
export function layOutEmail(content: EmailContent, profile: UtilityProfile): { text: string; html: string } {
  return { text: textOf(content, profile), html: htmlOf(content, profile).text }
}

function textOf(content: EmailContent, profile: UtilityProfile): string {
  const underline = '='.repeat(Math.min(content.heading.length, 72))
  const parts = [profile.name, `${content.heading}\n${underline}`, ...content.parts.map(textOfPart)]
  return `${[...parts, ['-- ', ...footerLines(profile)].join('\n')].join('\n\n')}\n`
}

function textOfPart(part: EmailPart): string {
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

/** A name with line breaks in it must not look like further lines of the letter. */
function inOneLine(value: string): string {
  return value.replaceAll(/[\s\p{Cc}]+/gu, ' ')
}

function htmlOf(content: EmailContent, profile: UtilityProfile): Markup {
  return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${content.heading}</title>
${emailStyle(profile.look)}
</head>
<body>
${previewOf(content)}<div class="frame">
<header><p class="utility">${profile.name}</p></header>
<main>
<h1>${content.heading}</h1>
${content.parts.map(htmlOfPart)}
</main>
<footer>${footerOf(profile)}</footer>
</div>
</body>
</html>
`
}

/**
 * The preview that a mailbox shows beside the subject. Without it, that would be the name and the heading, which only
 * repeat the subject. The letter itself hides it, by an attribute, because some mail programs drop style sheets.
 */
function previewOf({ parts: [first] }: EmailContent): Markup {
  return first?.kind === 'paragraph' ? markup`<div style="display:none">${first.text}</div>\n` : markup``
}

function htmlOfPart(part: EmailPart): Markup {
  switch (part.kind) {
    case 'paragraph':
      return markup`<p>${part.text}</p>\n`
    case 'details':
      return markup`<dl>${part.rows.map(([name, value]) => markup`<dt>${name}</dt><dd>${value}</dd>`)}</dl>\n`
    case 'table':
      return tableOf(part)
    case 'link':
      return markup`<p><a href="${part.address}">${part.text}</a></p>\n`
  }
}

function tableOf(part: Extract<EmailPart, { kind: 'table' }>): Markup {
  const head = part.columns.map((column) => markup`<th scope="col">${column}</th>`)
  const rows = part.rows.map((row) => markup`<tr>${row.map((cell) => markup`<td>${cell}</td>`)}</tr>\n`)
  return markup`<table>
<caption>${part.caption}</caption>
<thead><tr>${head}</tr></thead>
<tbody>${rows}</tbody>
</table>
`
}

/** Who sent this and how to reach them, which card brands require on a receipt. */
function footerLines(profile: UtilityProfile): string[] {
  return [
    placeLine(profile),
    ...profile.phones.map((phone) => `${phone.label}: ${phone.number}`),
    `Email: ${profile.customerServiceEmail}`,
    hoursLine(profile),
    profile.website,
  ]
}

/** The same with links. A phone number is never broken in two. */
function footerOf(profile: UtilityProfile): Markup[] {
  const { phones, customerServiceEmail, website } = profile
  const lines = [
    markup`${placeLine(profile)}`,
    ...phones.map(({ label, number }) => markup`${label}: <a class="phone" href="tel:${number}">${number}</a>`),
    markup`Email: <a href="mailto:${customerServiceEmail}">${customerServiceEmail}</a>`,
    markup`${hoursLine(profile)}`,
    markup`<a href="${website}">${website}</a>`,
  ]
  return lines.map((line) => markup`<p>${line}</p>`)
}

function placeLine({ name, city, state }: UtilityProfile): string {
  return `${name}, ${city}, ${state}`
}

function hoursLine({ customerServiceHours }: UtilityProfile): string {
  return `Customer service hours: ${customerServiceHours}`
}

/** `01/31/2026 at 2:05 PM` in the utility's time zone, for the sentences of letters. */
export function momentIn(timeZone: string, instant: Instant): string {
  const { date, hour, minute } = timeIn(timeZone, instant)
  return `${formatDate(date)} at ${twelveHours(hour, minute)}`
}
