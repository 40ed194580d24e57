import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { requirementsOfSection } from './security-requirements.ts'

const checkout = fileURLToPath(new URL('../..', import.meta.url))
const text = readFileSync(join(checkout, 'docs', 'security.md'), 'utf8')

const required = Object.entries(requirementsOfSection).flatMap(([section, count]) =>
  Array.from({ length: count }, (_, index) => `${section}.${index + 1}`),
)

/** The rows of the last table: requirements, verdict, where. */
const rows = [...text.matchAll(/^\| (\d+\.\d+\.\d+(?:(?: to |, )\d+\.\d+\.\d+)*) \| ([\w ]+) \| (.*) \|$/gm)].map(
  (match) => ({
    about: match[1] ?? '',
    verdict: match[2] ?? '',
    where: match[3] ?? '',
  }),
)

/** `6.2.2 to 6.2.4, 6.2.6` is 6.2.2, 6.2.3, 6.2.4, 6.2.6. */
function requirementsOf(about: string): string[] {
  if (about.includes(', ')) return about.split(', ').flatMap(requirementsOf)
  const [first = '', last = first] = about.split(' to ')
  const section = first.slice(0, first.lastIndexOf('.'))
  const [from, until] = [first, last].map((id) => Number(id.slice(section.length + 1)))
  return Array.from({ length: Number(until) - Number(from) + 1 }, (_, index) => `${section}.${Number(from) + index}`)
}

const pathsIn = (words: string) => [...words.matchAll(/`([^`\s]+)`/g)].map((match) => match[1] ?? '').filter(isPath)
const isPath = (words: string) => /^(contract|server|web|e2e|tools|docs|deploy)\/|^\.[\w-]+\.(cjs|json)$/.test(words)

describe('docs/security.md', () => {
  test('judges every requirement of ASVS 5.0.0 up to level 2 once', () => {
    const judged = rows.flatMap(({ about }) => requirementsOf(about))
    expect(judged.toSorted((a, b) => required.indexOf(a) - required.indexOf(b))).toEqual(required)
    expect(required).toHaveLength(253)
  })

  test('has five verdicts, and names where each requirement is met', () => {
    const known = ['met', 'operator', 'not applicable', 'specification', 'open']
    expect(rows.filter(({ verdict }) => !known.includes(verdict))).toEqual([])
    const met = rows.filter(({ verdict, where }) => verdict === 'met' && pathsIn(where).length === 0)
    // What only a document or a missing rule shows.
    const namesPage = ({ where }: { where: string }) => /docs\/\w+\.md|this page/.test(where)
    expect(met.filter((row) => !namesPage(row)).map(({ about }) => about)).toEqual([])
  })

  test('names no file that does not exist', () => {
    const named = [...pathsIn(text), ...[...text.matchAll(/docs\/\w+\.md/g)].map(([path]) => path)]
    expect(named.filter((path) => !existsSync(join(checkout, path)))).toEqual([])
    expect(named.length).toBeGreaterThan(100)
  })
})
