import { caniemail } from 'caniemail'
import { expect, test } from 'vitest'
import { defaultProfile as profile } from '../testing/profile.ts'
import { emailExamples } from './email-examples.ts'
import { fillEmail } from './message-file.ts'
import { templates } from './templates.ts'

/** What some of these programs drop, and why the email stays as readable. */
const dropped: Readonly<Record<string, string>> = {
  '<body> element': 'the frame inside it has its own colors',
  '<style> element': 'each element has its looks, too',
  'Class selector': 'only in the style sheet',
  'Type selector': 'only in the style sheet',
  '@media': 'dark colors and narrow screens only',
  'display:none': 'the preview text stands above the email, too',
  'border-radius': 'square corners',
  'height property': 'the line grows with its text',
  overflow: 'square corners',
  'overflow-wrap': 'a long address makes the email wider',
  'white-space': 'a phone number may break',
}

test('no email uses what a common email program drops, except for looks (caniemail.com)', () => {
  const clients = ['apple-mail.*', 'gmail.*', 'outlook.*', 'samsung-email.*', 'yahoo.*'] as const
  const found = emailExamples(profile, 'https://portal.example').flatMap(({ template, values, blocks }) => {
    const { html } = fillEmail(profile, profile.messages[templates[template].file], values, blocks)
    return [...caniemail({ clients: [...clients], html }).issues.errors.values()].flat().map(({ title }) => title)
  })
  expect([...new Set(found)].toSorted()).toEqual(Object.keys(dropped).toSorted())
})
