import { longestSubject } from '@portal/contract/broadcasts'
import { expect, test } from 'vitest'
import { defaultProfile as profile } from '../testing/profile.ts'
import { customerEmail } from './customer-email.ts'
import { emailExamples } from './email-examples.ts'
import { emailFiles } from './email-files.ts'
import { fillEmail } from './message-file.ts'
import { templates } from './templates.ts'

const typed = `${'<b>Maria</b> '.repeat(40)}\r\nBcc: all@customer.example`

test.each(emailExamples(profile, 'https://portal.example'))(
  'given the longest values, with markup and line breaks, $template ($name) stays one email',
  ({ template, values, blocks }) => {
    const { file } = templates[template]
    const kinds: Readonly<Record<string, string>> = emailFiles[file].fields
    const isTyped = (name: string): boolean => !['case', 'address', undefined].includes(kinds[name])
    const all = Object.entries(values).map(([name, value]) => [name, isTyped(name) ? typed : value] as const)
    const { subject, text, html } = fillEmail(profile, profile.messages[file], Object.fromEntries(all), blocks)
    expect(subject).not.toMatch(/[\r\n]/)
    expect(text).not.toMatch(/^Bcc:/m)
    expect(html).not.toMatch(/<b>|\{\{|\{%/)
    expect(html.match(/<h1[ >]/g)).toHaveLength(1)
    // Each has its looks also where the style sheet is dropped.
    expect(html).not.toMatch(/<(body|header|main|footer|h1|a|dl|dt|dd|table|caption|th|td)(?![^>]* style=")[ >]/)
    expect(html).toContain(Object.values(kinds).includes('private') ? 'Maria' : '<p>')
  },
)

test('an email without a key is a new one each time, and one with a key is the same', () => {
  const email = (dedupeKey?: string) =>
    customerEmail(
      profile,
      { template: 'email-changed', recipient: 'maria@customer.example', ...(dedupeKey && { dedupeKey }) },
      { when: 'today' },
    )
  expect(email().dedupeKey).not.toBe(email().dedupeKey)
  expect(email('one')).toEqual(email('one'))
  expect(email().text).toContain('The email address for your online account was changed on today.')
})

test('what is not said is left out', () => {
  const { text } = customerEmail(
    profile,
    { template: 'autopay-ended', recipient: 'maria@customer.example' },
    { account: '0000000001' },
  )
  expect(text).toContain('AutoPay has ended for this account.')
  expect(text).not.toContain('Go to your account')
})

const longest: Readonly<Record<string, string>> = {
  amount: '$99,999.99',
  before: '$99,999.99',
  receipt: `W-${'9'.repeat(27)}`,
}

test.each(emailExamples(profile, 'https://portal.example'))(
  'given the longest values, the subject of $template ($name) is short, and does without the utility’s name',
  ({ template, values }) => {
    const filled = Object.entries(values).map(([name, value]) => [name, value && (longest[name] ?? value)] as const)
    const { subject } = fillEmail(profile, profile.messages[templates[template].file], Object.fromEntries(filled))
    expect(subject.length).toBeLessThanOrEqual(longestSubject)
    expect(subject).not.toContain(profile.name)
  },
)

const ofCharges = /^(autopay-(notice|declined|late|skipped)|schedule-(?!stopped)|payment-|refund-returned|dispute-won)/

test.each(emailExamples(profile, 'https://portal.example').filter(({ template }) => ofCharges.test(template)))(
  'an email about a charge names amount, card and place: $template ($name)',
  ({ template, values, blocks }) => {
    const { text } = fillEmail(profile, profile.messages[templates[template].file], values, blocks)
    expect(text).toMatch(/\$\d+\.\d\d/)
    expect(text).toMatch(/(Visa ending in 4242|First Hawaiian, checking ending in 6789)/)
    expect(text).toContain('123 Main Street')
  },
)

test.each([
  ['autopay-declined', '', 'Pay $95.20'],
  ['autopay-late', 'why: other_gateway', 'Pay $95.20'],
  ['autopay-paused', 'why: card_refused, isCharging: none', 'Pay $95.20'],
  ['autopay-notice', 'replaces: none, isLate: none, cardEnds: before', 'Choose a card'],
  ['autopay-notice', 'replaces: none, isLate: pastDue, cardEnds: none', 'Pay $95.20'],
  ['autopay-agreed', 'cardEnds: before', 'Choose a card'],
  ['schedule-failed', 'why: payer_asked', 'Pay $95.20'],
  ['schedule-set', 'cardEnds: before, number: one', 'Choose a card'],
  ['payment-not-made', 'isUndone: none, number: one', 'Pay $95.20'],
  ['card-expires', '', 'Choose a card'],
  ['paperless-ended', '', 'Go to Notifications'],
])('the button of %s (%s) does what the email asks: %s, with its address to read below', (wanted, which, button) => {
  const examples = emailExamples(profile, 'https://portal.example')
  const example = examples.find(({ template, name }) => template === wanted && name === which) ?? expect.fail()
  const file = profile.messages[templates[example.template].file]
  const { html } = fillEmail(profile, file, example.values, example.blocks)
  const [, address = '', words] = /<a href="([^"]+)" class="action"[^>]*>([^<]*)<\/a>/.exec(html) ?? []
  expect(words).toBe(button)
  expect(html.split('class="address"')[1]).toContain(`>${address}</p>`)
})
