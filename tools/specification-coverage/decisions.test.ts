import { readFileSync, readdirSync } from 'node:fs'
import { expect, test } from 'vitest'

const folder = new URL('../../docs/decisions/', import.meta.url)
const read = (file: string) => readFileSync(new URL(file, folder), 'utf8')

test('docs/decisions/README.md lists every decision once, under its title', () => {
  const records = readdirSync(folder).filter((file) => /^\d{3}-.*\.md$/.test(file))
  const titled = records.map((file) => {
    const [, number, title] = /^# (\d{3})\. (.+)$/m.exec(read(file)) ?? []
    return `- ${number} [${title}](${file})`
  })
  const listed = read('README.md').match(/^- \d{3} .*$/gm) ?? []
  expect(listed.toSorted()).toEqual(titled.toSorted())
})
