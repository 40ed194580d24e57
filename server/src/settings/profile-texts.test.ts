import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { WrongSetting } from './config.ts'
import { readPageTexts } from './profile-texts.ts'
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
