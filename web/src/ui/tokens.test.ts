// @vitest-environment node

import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { lightSheet } from '@portal/contract/theme'
import { expect, test } from 'vitest'
import { testStart } from '#testing/data.ts'

const folder = fileURLToPath(new URL('..', import.meta.url))
const sheets = globSync('**/*.css', { cwd: folder }).map((file) => readFileSync(`${folder}${file}`, 'utf8'))
const namesIn = (text: string, pattern: RegExp) => new Set([...text.matchAll(pattern)].map(([, name = '']) => name))

test('every custom property that a style sheet reads is one of the look, or set by a style sheet', () => {
  const all = sheets.join('\n')
  const set = namesIn(all + lightSheet(testStart.profile.look), /--([a-z-]+)\s*:/g)
  expect(sheets.length).toBeGreaterThan(50)
  expect([...namesIn(all, /var\(--([a-z-]+)\)/g)].filter((name) => !set.has(name))).toEqual([])
})
