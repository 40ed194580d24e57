import { Instant } from '@portal/contract/dates'
import { UtilityProfile } from '@portal/contract/utility'
import { expect, test } from 'vitest'
import { layOutEmail, momentIn } from './email-layout.ts'

const profile = UtilityProfile.parse({
  name: 'Waterworks & Sons',
  shortName: 'WS',
  division: 'GWA',
  country: 'USA',
  timeZone: 'Pacific/Guam',
  city: 'Mangilao',
  state: 'GU',
  website: 'https://utility.example',
  customerServiceEmail: 'help@utility.example',
  phones: [{ label: 'Customer service', number: '671-555-0100' }],
  customerServiceHours: 'Monday to Friday',
  offices: [],
  benefits: [],
  autoPayForms: [],
  paymentDescription: 'Water',
  refundPolicy: 'None',
  receiptFilePrefix: 'WS-Payment',
  look: { deep: '#3b1f2b', brand: '#8a1538', accent: '#c8963e', pay: '#f2c14e', ink: '#1d1d1d', page: '#f7f3ef' },
  acceptMastercard2Series: false,
  videoHosts: [],
})

const email = layOutEmail(
  {
    subject: { text: 'Receipt' },
    heading: { text: 'Payment received' },
    parts: [
      { kind: 'paragraph', text: 'Thank you, <b>Maria</b> & family.' },
      { kind: 'details', rows: [['Receipt number', 'W-1"2']] },
      { kind: 'table', caption: 'Accounts paid', columns: ['Account', 'Amount'], rows: [['0000000001', '$1.00']] },
      { kind: 'link', text: 'See your account', address: 'https://utility.example/?a=1&b="><script>' },
    ],
  },
  profile,
)

const bare = (html: string) => html.replaceAll(/ style="[^"]*"/g, '')

test('given a mail program that drops the style sheet, then each element has its looks, in one attribute, and small', () => {
  const { look } = profile
  const kept = email.html.replace(/<style>.*<\/style>/s, '')
  for (const name of ['body', 'div', 'header', 'main', 'h1', 'a', 'dl', 'dt', 'dd', 'table', 'th', 'td', 'footer'])
    for (const [tag] of kept.matchAll(new RegExp(`<${name}[ >][^>]*`, 'g')))
      expect(tag).toMatch(/ style="[^"]+"$|:none"$/)
  expect(kept).toMatch(new RegExp(`<header style="[^"]*background: ${look.deep};`))
  expect(kept).toMatch(new RegExp(`class="action" style="[^"]*background: #`))
  expect(kept).not.toMatch(/style="[^"]*" style=|!important|@media/)
})

test('given a program with dark colors, then those of the style sheet win over each that is in an element', () => {
  const [, dark = ''] = email.html.split('(prefers-color-scheme: dark)')
  const rules = dark.split('</style>')[0]?.match(/[a-z-]+: [^;]+;/g) ?? []
  expect(rules.length).toBeGreaterThan(8)
  expect(rules.filter((rule) => !rule.endsWith('!important;'))).toEqual([])
})

test('given a receipt of 200 accounts, then no mailbox cuts it off, and ten thousand emails take seconds', () => {
  const rows = Array.from({ length: 200 }, (_, at) => [
    `${4821000000 + at}, 123 Marine Corps Dr`,
    `W-7K4M92PX-${at}`,
    '$1,234.56',
  ])
  const parts = [{ kind: 'table', caption: 'Accounts paid', columns: ['Account', 'Receipt', 'Amount'], rows }] as const
  const { html } = layOutEmail({ subject: { text: 'A' }, heading: { text: 'A' }, parts }, profile)
  // Gmail shows 102 KB.
  expect(Buffer.byteLength(html)).toBeLessThan(102_000)
  const began = performance.now()
  for (let times = 0; times < 1000; times += 1)
    layOutEmail(
      { subject: { text: 'A' }, heading: { text: 'A' }, parts: [{ kind: 'paragraph', text: 'Hello' }] },
      profile,
    )
  expect(performance.now() - began).toBeLessThan(2000)
})

test('given values that contain markup, when an email is laid out as HTML, then all of them are escaped', () => {
  expect(email.html).not.toMatch(/<b>|<script/)
  expect(email.html).toContain('Thank you, &#60;b&#62;Maria&#60;/b&#62; &#38; family.')
  expect(bare(email.html)).toContain('<dt>Receipt number</dt><dd>W-1&#34;2</dd>')
  expect(email.html).toContain('href="https://utility.example/?a=1&#38;b=&#34;&#62;&#60;script&#62;"')
  expect(email.html).toContain('Waterworks &#38; Sons')
})

test('given an email, then its HTML has a language, one heading, headed columns and dark colors, and loads nothing', () => {
  expect(email.html).toContain('<html lang="en-US">')
  expect(email.html.match(/<h1[ >]/g)).toHaveLength(1)
  expect(bare(email.html)).toContain('<th scope="col" class="head last">Amount</th>')
  expect(email.html).toContain('prefers-color-scheme: dark')
  expect(email.html).not.toMatch(/ src=|url\(|@import|<link/)
})

test('given an email, then a mailbox shows its first sentence beside the subject, and the email shows it only once', () => {
  const [, shown] = bare(email.html).split('<body>')
  expect(shown?.trimStart()).toMatch(/^<div>Thank you, /)
  expect(
    layOutEmail({ subject: { text: 'Ticket' }, heading: { text: 'Ticket' }, parts: [] }, profile).html,
  ).not.toContain('display:none')
})

test('given an email, then the ways to reach the utility are links', () => {
  for (const address of ['tel:671-555-0100', 'mailto:help@utility.example', 'https://utility.example']) {
    expect(email.html).toContain(`href="${address}"`)
  }
})

test('given an email, then its plain text has the same content, with the sender and how to reach them', () => {
  expect(email.text).toBe(`Waterworks & Sons

Payment received
================

Thank you, <b>Maria</b> & family.

Receipt number: W-1"2

Accounts paid
Account | Amount
0000000001 | $1.00

See your account:
https://utility.example/?a=1&b="><script>

-- 
Waterworks & Sons, Mangilao, GU
Customer service: 671-555-0100
Email: help@utility.example
Customer service hours: Monday to Friday
https://utility.example
`)
})

test.each(['\n', '\r\n', '\u0085', '\u2028'])(
  'given a value with the line break %j, then it stays in its line',
  (lineBreak) => {
    const typed = `Maria Cruz${lineBreak}Account: 0000000001`
    const { subject, text } = layOutEmail(
      {
        subject: { text: 'Ticket of {typed}', values: { typed } },
        heading: { text: 'Ticket' },
        parts: [
          { kind: 'details', rows: [['Customer', typed]] },
          { kind: 'table', caption: 'Accounts', columns: ['Account', 'Amount'], rows: [[typed, '$1.00']] },
        ],
      },
      profile,
    )
    expect(subject).toBe('Ticket of Maria Cruz Account: 0000000001')
    expect(text).toContain('\nCustomer: Maria Cruz Account: 0000000001\n')
    expect(text).toContain('\nMaria Cruz Account: 0000000001 | $1.00\n')
  },
)

test.each([
  ['Pacific/Guam', '01/31/2026 at 2:05 PM'],
  ['America/New_York', '01/30/2026 at 11:05 PM'],
])('a moment as an email in %s tells it: to the minute, on that day there', (timeZone, told) => {
  expect(momentIn({ timeZone, locale: 'en-US' }, Instant.parse('2026-01-31T04:05:59.000Z'))).toBe(told)
})
