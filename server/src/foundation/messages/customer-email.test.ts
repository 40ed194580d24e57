import { expect, test } from 'vitest'
import { readProfile } from '../../settings/profile.ts'
import { customerEmail } from './customer-email.ts'
import { emailExamples } from './email-examples.ts'
import { emailFiles } from './email-files.ts'
import { fillEmail } from './message-file.ts'
import { templates } from './templates.ts'

const profile = readProfile()
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
