import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { WrongSetting } from './config.ts'
import { parseMarkdown, readPageTexts } from './page-texts.ts'
import { readProfile } from './profile.ts'

const defaultFolder = fileURLToPath(new URL('../../profile/', import.meta.url))

function copyOfProfile(): { folder: string; file: string } {
  const folder = mkdtempSync(join(tmpdir(), 'profile-'))
  cpSync(defaultFolder, folder, { recursive: true })
  return { folder, file: join(folder, 'default.json') }
}

test('the texts are beside the profile that names them', () => {
  const { folder, file } = copyOfProfile()
  writeFileSync(join(folder, 'privacy-policy.md'), '# Our own privacy\n\nNothing is kept.')
  expect(readPageTexts(readProfile(file), file).privacyPolicy).toEqual({
    title: 'Our own privacy',
    blocks: [{ kind: 'paragraph', runs: [{ text: 'Nothing is kept.' }] }],
  })
})

test('ours are filled in with what the profile says, and nothing in it is taken for Markdown', () => {
  const profile = { ...readProfile(), name: 'Works *of* [Ohio](x)', state: 'Ohio', cardFee: undefined }
  const { blocks } = readPageTexts(profile).termsAndConditions
  const text = JSON.stringify(blocks)
  expect(text).toContain('the customer portal of the Works *of* [Ohio](x) (“GWA”, “we”)')
  expect(text).toContain('We accept Visa, Mastercard, and Discover.')
  expect(text).toContain('the laws of Ohio and of the United States')
})

test('a field that nothing fills in is one clear line', () => {
  const { folder, file } = copyOfProfile()
  writeFileSync(join(folder, 'privacy-policy.md'), '# Privacy\n\nAsk {company}.')
  expect(() => readPageTexts(readProfile(file), file)).toThrow('PROFILE_FILE: privacy-policy.md: there is no {company}')
})

test.each([
  [
    'a file that is not there',
    { pageTexts: { termsAndConditions: 'none.md', privacyPolicy: 'none.md' } },
    /none\.md: /,
  ],
  ['HTML in a text', {}, /^PROFILE_FILE: terms-and-conditions\.md: line 3: /],
])('given %s, then one line tells what is wrong', (_, differences, message) => {
  const { folder, file } = copyOfProfile()
  writeFileSync(join(folder, 'terms-and-conditions.md'), '# Terms\n\n<b>bold</b>')
  const profile = { ...readProfile(file), ...differences }
  expect(() => readPageTexts(profile, file)).toThrow(WrongSetting)
  expect(() => readPageTexts(profile, file)).toThrow(message)
})

test('the default privacy policy promises to delete nothing that is kept (docs/operations.md)', () => {
  const policy = readFileSync(join(defaultFolder, 'privacy-policy.md'), 'utf8')
  expect(policy.match(/\w+ (?:day|month|year)s?\b/g)).toEqual(['90 days'])
})

test('title, headings, paragraphs, lists, strong and emphasized words and links become blocks', () => {
  const text = [
    '# Terms',
    '',
    '## Paying',
    'You pay *by card*,',
    'see the **[list](/faq)** & more.',
    '',
    '- Visa',
    '- [Call us](tel:671-555-0100)',
    '',
    '1. First',
  ].join('\n')
  expect(parseMarkdown(text)).toEqual({
    title: 'Terms',
    blocks: [
      { kind: 'heading', level: 2, runs: [{ text: 'Paying' }] },
      {
        kind: 'paragraph',
        runs: [
          { text: 'You pay ' },
          { text: 'by card', isEmphasized: true },
          { text: ', see the ' },
          { text: 'list', isStrong: true, address: '/faq' },
          { text: ' & more.' },
        ],
      },
      {
        kind: 'list',
        isOrdered: false,
        items: [[{ text: 'Visa' }], [{ text: 'Call us', address: 'tel:671-555-0100' }]],
      },
      { kind: 'list', isOrdered: true, items: [[{ text: 'First' }]] },
    ],
  })
})

describe('anything that pages do not show is refused with its line', () => {
  test.each([
    ['no title', 'Just words', /begin with its title/],
    ['HTML', '# T\n\n<script>alert(1)</script>', /line 3: .*html/],
    ['HTML in a sentence', '# T\n\nHello <b onclick="x()">you</b>', /line 3: .*html/],
    ['a script address', '# T\n\n[here](javascript:alert(1))', /line 3: a link may not lead to javascript:/],
    ['an address of nowhere', '# T\n\n[here](//other.example/x)', /line 3: a link may not lead/],
    ['a picture', '# T\n\n![p](https://x.example/p.png)', /line 3: .*image/],
    ['a list in a list', '# T\n\n- a\n  - b', /line 3: an item of a list is one paragraph/],
    ['a second title', '# T\n\n# U', /line 3: headings below the title/],
    ['code', '# T\n\n    x', /line 3: .*code/],
  ])('%s', (_, markdown, message) => {
    expect(() => parseMarkdown(markdown)).toThrow(message)
  })
})
