import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { longestSubject } from '@portal/contract/broadcasts'
import { cents } from '@portal/contract/money'
import { messageKinds } from '@portal/contract/notifications'
import { describe, expect, test } from 'vitest'
import { emailFiles } from '../wording/email-files.ts'
import { fillEmail } from '../wording/message-file.ts'
import { exampleAbout, longestAbout, sampleValues } from '../wording/notification-fields.ts'
import { WrongSetting } from './config.ts'
import { checkTextLengths, readMessages } from './messages.ts'
import { readProfile } from './profile.ts'
import { spanishProfile } from './testing/spanish.ts'

const shipped = fileURLToPath(new URL('../../profile/messages/', import.meta.url))

/** A copy of our messages, in which a text of one of them is another. */
function messagesWith(from: string | RegExp, to: string, file = 'billReady.md'): string {
  const folder = join(mkdtempSync(join(tmpdir(), 'profile-')), 'messages')
  cpSync(shipped, folder, { recursive: true })
  const text = readFileSync(join(folder, file), 'utf8')
  const changed = text.replace(from, to)
  expect(changed).not.toBe(text)
  writeFileSync(join(folder, file), changed)
  return folder
}

describe('given our own messages', () => {
  test('then each kind has one, and its text fits one part even for a long address of the portal', () => {
    expect(Object.keys(readMessages(shipped))).toEqual([...messageKinds, ...Object.keys(emailFiles)])
    expect(() => checkTextLengths(readProfile(), 'https://bills.waterworks.example')).not.toThrow()
  })

  test('when the address of the portal is too long for a text, then one line names it', () => {
    const check = (): void => checkTextLengths(readProfile(), `https://${'very-'.repeat(9)}long.example`)
    expect(check).toThrow(WrongSetting)
    expect(check).toThrow(/messages\/billReady\.md: line 25: .*more than one text message/)
  })
})

test.each(messageKinds)('given the longest values, the subject of %s is short', (kind) => {
  const values = sampleValues(readProfile(), 'https://bills.waterworks.example', longestAbout(kind))
  expect(readMessages(shipped)[kind].title.filled(values).length).toBeLessThanOrEqual(longestSubject)
})

test('given less than $1.00 that is owed, then the email of a bill names no due date and no amount to pay', () => {
  const profile = readProfile()
  const about = { ...exampleAbout('billReady'), owed: cents(99) }
  const values = sampleValues(profile, 'https://bills.waterworks.example', about)
  const { text } = fillEmail(profile, profile.messages.billReady, values)
  expect(text).toContain('Owed now: $0.99')
  expect(text).toContain('See your bill')
  expect(text).not.toMatch(/Due date|Pay \$/)
  const words = profile.messages.billReady.textWithAmounts?.filled({ ...values })
  expect(words).toMatch(/Your bill is \$95\.20, account ending 6789/)
})

test('a utility changes the words in files of its own', () => {
  const { billReady } = readMessages(messagesWith('You have a new bill.', 'Hello, {{location}}!'))
  expect(billReady.parts[0]).toMatchObject({ kind: 'paragraph', text: { at: 3, fields: [{ name: 'location' }] } })
})

test('a file that is missing, or of no kind, is named', () => {
  const folder = messagesWith('You', 'We')
  rmSync(join(folder, 'overdue.md'))
  expect(() => readMessages(folder)).toThrow('PROFILE_FILE: messages/overdue.md: the file is missing')
  writeFileSync(join(folder, 'party.md'), '# Party')
  expect(() => readMessages(folder)).toThrow('PROFILE_FILE: messages/party.md: there is no message of this name')
  expect(() => readMessages('/nowhere/messages')).toThrow(WrongSetting)
})

describe('what a message cannot say is refused with its line', () => {
  const title = '# Your bill is ready'
  const first = 'You have a new bill.'
  test.each<[string, string | RegExp, string, RegExp]>([
    ['no subject', title, 'Hello', /line 1: a message begins with its subject/],
    ['an empty subject', title, '#', /line 1: a message begins with its subject/],
    ['an account in the subject', title, '# Bill of {{account}}', /line 1: \{\{account\}\} may not stand in a subject/],
    ['an amount in the subject', title, '# Pay {{owed}}', /line 1: \{\{owed\}\} may not stand in a subject/],
    [
      'a field that is not there',
      first,
      'Dear {{name}},',
      /line 3: there is no field \{\{name\}\}; there are utility,/,
    ],
    ['a field that every object has', first, '{{constructor}}', /line 3: there is no field/],
    ['a filter that is not there', first, '{{ account | shout }}', /line 3: undefined filter: shout/],
    ['a tag that does not end', first, '{% if owed %}x', /line 3: tag \{% if owed %\} not closed/],
    ['a field that does not end', first, 'Due {{dueOn', /line 3: output .* not closed/],
    ['a brace too few', first, 'Due {dueOn}', /line 3: a brace outside of a field/],
    ['another file', first, '{% render "/etc/passwd" %}', /line 3: ENOENT/],
    ['HTML', first, '<b>New</b>', /line 3: "html" is not supported/],
    ['bold words', first, 'A **new** bill', /line 3: "strong" is not supported/],
    ['a link in a sentence', first, 'See [here](https://x.example).', /line 3: "link" is not supported/],
    ['a script behind a link', '{{payPage}}', 'javascript:alert(1)', /line 11: a link may not lead to javascript:/],
    [
      'a name behind a link',
      '{{payPage}}',
      'https://x.example/{{location}}',
      /line 11: \{\{location\}\} may not stand/,
    ],
    [
      'an item without a name',
      '- Account: {{account}}',
      '- {{account}}',
      /line 5: an item of a list is a name and a value/,
    ],
    ['no way to stop emails', '({{stop}})', '({{portal}})', /line 1: the email needs a link to \{\{stop\}\}/],
    ['no text message', /## Text message[^]*/, '', /line 1: the section "## Text message" is missing/],
    ['a section of another name', '## Text message', '## SMS', /line 19: the only headings/],
    ['an amount in a text', '{{accountEnd}}', '{{owed}}', /line 21: \{\{owed\}\} may not stand in a text message/],
    [
      'an account in a text',
      '{{accountEnd}}',
      '{{account}}',
      /line 21: \{\{account\}\} may not stand in a text message/,
    ],
    ['a text without its sender', '{{utility}}: ', '', /line 21: a text message needs \{\{utility\}\}/],
    [
      'a text without a way out',
      / Reply STOP.*/,
      '',
      /line 21: a text message needs "Reply STOP to opt out.", or \{\{stop\}\}/,
    ],
  ])('%s', (_, from, to, message) => {
    const folder = messagesWith(from, to)
    expect(() => readMessages(folder)).toThrow(WrongSetting)
    expect(() => readMessages(folder)).toThrow(message)
    expect(() => readMessages(folder)).toThrow('PROFILE_FILE: messages/billReady.md: ')
  })
})

test.each<[string, string | RegExp, string, RegExp]>([
  ['without the accounts that were paid', '{{accounts}}', 'Bye.', /line 1: this email needs \{\{accounts\}\}/],
  ['without its authorization', /- Authorization.*\n/, '', /line 1: this email needs \{\{authorization\}\}/],
  ['with a table in a sentence', '{{accounts}}', 'Of {{accounts}}', /line 16: \{\{accounts\}\} may not stand/],
  ['as a text', /$/, '\n## Text message\n\nPaid.', /line 22: this message is not sent as a text/],
])('a receipt %s is refused', (_, from, to, message) => {
  expect(() => readMessages(messagesWith(from, to, 'payment-confirmation.md'))).toThrow(message)
})

describe('given the file of several emails', () => {
  const file = 'autopay-paused.md'
  const staff = "{% when 'staff' %}"
  test.each<[string, string | RegExp, string, RegExp]>([
    [
      'a field that is not there',
      'We paused AutoPay',
      '{{name}}, we paused it',
      /line 13: there is no field \{\{name\}\}/,
    ],
    ['a case that is not there', staff, "{% when 'stuff' %}", /line 3: there is no case 'stuff'; .*staff/],
    [
      'a case that says nothing',
      /\{% when 'staff' %\}.*\n/,
      '',
      /autopay-paused \(why: staff, isCharging: none\) does not begin with words/,
    ],
    [
      'a case without a subject',
      '# AutoPay is paused',
      "# {% if why != 'staff' %}AutoPay is paused{% endif %}",
      /line 1: there is no subject for autopay-paused \(why: staff, isCharging: none\)/,
    ],
    ['a case in the words', 'We paused', '{{why}}: We paused', /line 13: \{\{why\}\} is for conditions only/],
    ['an email without its use', /\n\{\{terms\}\}\n/, '', /line 1: this email needs \{\{terms\}\}/],
  ])('%s is refused with its line', (_, from, to, message) => {
    const folder = messagesWith(from, to, String(from).includes('terms') ? 'autopay.md' : file)
    expect(() => readMessages(folder)).toThrow(WrongSetting)
    expect(() => readMessages(folder)).toThrow(message)
  })

  test('a subject may take several lines of the file, one for each email', () => {
    const { title } = readMessages(shipped)['autopay-charge']
    const values = { template: 'autopay-notice', amount: '$1.00', day: '12/28/2026', replaces: '' }
    expect(title.filled(values)).toBe('AutoPay will charge $1.00 on 12/28/2026')
  })
})

test('a text for those who chose amounts may name them', () => {
  const folder = messagesWith('Your bill is {{total}}', 'You owe {{owed}}')
  expect(readMessages(folder).billReady.textWithAmounts?.fields).toContainEqual(
    expect.objectContaining({ name: 'owed' }),
  )
})

test('a file for texts only, whose email is always sent, has no email', () => {
  const folder = messagesWith('# AutoPay is paused', '# AutoPay is paused\n\nPlease note.', 'autopayPaused.md')
  expect(() => readMessages(folder)).toThrow('autopayPaused.md: line 1: this file has texts only')
})

describe('given messages in a second language', () => {
  test('then all of them are read, and text messages in it are measured, too', () => {
    const file = spanishProfile()
    const messages = join(file, '../messages/es')
    const profile = readProfile(file)
    expect([...profile.translations.keys()]).toEqual(['es'])
    const spanish = profile.translations.get('es')
    expect(spanish?.locale).toBe('es')
    expect(spanish?.messages.billReady.title.filled({})).toBe('Su factura está lista')
    expect(() => checkTextLengths(profile, 'https://bills.waterworks.example')).not.toThrow()
    writeFileSync(
      join(messages, 'test.md'),
      `# Prueba\n\nHola.\n\n## Text message\n\n{{utility}}: ${'Hola. '.repeat(30)}`,
    )
    expect(() => checkTextLengths(readProfile(file), 'https://bills.waterworks.example')).toThrow(
      /messages\/es\/test\.md: line 7: .*more than one text message/,
    )
  })

  test('then what is wrong is named with its folder, file and line', () => {
    const file = spanishProfile()
    const spanish = join(file, '../messages/es')
    rmSync(join(spanish, 'overdue.md'))
    expect(() => readProfile(file)).toThrow('PROFILE_FILE: messages/es/overdue.md: the file is missing')
    cpSync(join(shipped, 'overdue.md'), join(spanish, 'overdue.md'))
    writeFileSync(join(spanish, 'test.md'), '# Prueba\n\nHola {{name}}')
    expect(() => readProfile(file)).toThrow(/messages\/es\/test\.md: line 3: there is no field/)
  })

  test('then a folder that is no language is no message', () => {
    const file = spanishProfile()
    cpSync(join(file, '../messages/es'), join(file, '../messages/old_ones'), { recursive: true })
    expect(() => readProfile(file)).toThrow('messages/old_ones: there is no message of this name')
  })
})
