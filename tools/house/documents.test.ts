import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { allCalls } from '@portal/contract/testing/all-calls'
import { fieldsOf, profileJsonSchema } from '@portal/server/settings/profile-schema.ts'
import { describe, expect, test } from 'vitest'
import { profileDocs } from './profile-docs.ts'
import { isCode, readFolder, root } from './read-revision.ts'
import { citationsIn, coverageFile, coverageOf, sections } from './spec-coverage.ts'

const sources = readFolder()
const read = (path: string): string => sources.get(path) ?? ''
const isThere = (path: string): boolean => existsSync(join(root, path))
const product = [...sources].filter(([path]) => isCode(path) && !path.startsWith('tools/'))

describe('docs/spec-coverage.md', () => {
  const coverage = coverageOf(sources)

  test('is as written by tools/house/spec-coverage.ts', () => {
    expect(read(coverageFile), 'write it anew: node tools/house/spec-coverage.ts').toBe(coverage.text)
  })

  test('has a test for each section', () => {
    const without = sections.filter(([section]) => !coverage.tests.get(section)?.length)
    expect(without.map(([section]) => section)).toEqual([])
  })

  test('is complete: each call cites a section, a reading or a document', () => {
    const silent = Object.entries(allCalls).filter(([, { summary }]) => citationsIn(summary).length === 0)
    expect(silent.map(([name]) => name)).toEqual([])
  })
})

describe('docs/profile.md', () => {
  test.each([...profileDocs()])('with its schema is as written by tools/house/profile-docs.ts: %s', (file, text) => {
    expect(read(file) || readFileSync(join(root, file), 'utf8'), 'node tools/house/profile-docs.ts').toBe(text)
  })

  test('explains every field, those of a list or of a small object in the line of the whole', () => {
    const said = new Map(fieldsOf(profileJsonSchema).map(({ path, field }) => [path, field.description]))
    const silent = [...said].filter(([path, about]) => {
      const [, whole = '', name = ''] = /^(.*)\.(.*)$/.exec(path) ?? []
      return about === undefined && !said.get(whole)?.includes(`\`${name}\``)
    })
    expect(said.size).toBeGreaterThan(60)
    expect(silent.map(([path]) => path)).toEqual([])
  })
})

describe('docs/readings.md', () => {
  const listed = [...read('docs/readings.md').matchAll(/^\| ([RP]\d+) \|/gm)].map(([, name]) => name)

  test('lists each reading and each rule once, in order', () => {
    const counts = { R: listed.filter((name) => name?.startsWith('R')).length, P: 6 }
    const numbered = Object.entries(counts).flatMap(([letter, count]) =>
      Array.from({ length: count }, (_, index) => `${letter}${index + 1}`),
    )
    expect(counts.R).toBeGreaterThanOrEqual(28)
    expect(listed).toEqual(numbered)
  })

  test('has no reading that the product does not cite', () => {
    const cited = new Set(product.flatMap(([, text]) => citationsIn(text)))
    expect(listed.filter((name) => name !== undefined && !cited.has(name))).toEqual([])
  })

  test('explains every reading that is cited; no other citation leads nowhere', () => {
    const records = readdirSync(join(root, 'docs/decisions')).map((file) => `docs/decisions/${file.slice(0, 3)}`)
    const known = new Set([...listed, ...sections.map(([section]) => section), ...records, 'A§2.1', 'C§2'])
    const cited = product.flatMap(([path, text]) => citationsIn(text).map((citation) => ({ path, citation })))
    expect(cited.length).toBeGreaterThan(500)
    expect(cited.filter(({ citation }) => !known.has(citation) && !isThere(citation))).toEqual([])
  })
})

test('docs/decisions/README.md lists every decision once, under its title', () => {
  const records = [...sources.keys()].filter((path) => /^docs\/decisions\/(?!000)\d{3}-/.test(path))
  const titled = records.map((path) => {
    const [, number, title] = /^# (\d{3})\. (.+)$/m.exec(read(path)) ?? []
    return `- ${number} [${title}](${path.replace('docs/decisions/', '')})`
  })
  const listed = read('docs/decisions/README.md').match(/^- \d{3} .*$/gm) ?? []
  expect(listed.toSorted()).toEqual(titled.toSorted())
})

/** How many requirements of levels 1 and 2 each section of OWASP ASVS 5.0.0 has; in a section they are numbered from 1. */
const requirements = `
  1.1:2 1.2:9 1.3:11 1.4:3 1.5:2
  2.1:3 2.2:3 2.3:4 2.4:1
  3.2:2 3.3:4 3.4:6 3.5:5 3.7:2
  4.1:3 4.2:1 4.3:2 4.4:4
  5.1:1 5.2:3 5.3:2 5.4:3
  6.1:3 6.2:12 6.3:4 6.4:4 6.5:5 6.6:3 6.8:4
  7.1:3 7.2:4 7.3:2 7.4:5 7.5:2 7.6:2
  8.1:2 8.2:3 8.3:1 8.4:1
  9.1:3 9.2:4
  10.1:2 10.2:2 10.3:4 10.4:11 10.5:5 10.6:2 10.7:3
  11.1:2 11.2:3 11.3:3 11.4:4 11.5:1 11.6:1
  12.1:3 12.2:2 12.3:4
  13.1:1 13.2:5 13.3:2 13.4:5
  14.1:2 14.2:4 14.3:3
  15.1:3 15.2:3 15.3:7
  16.1:1 16.2:5 16.3:4 16.4:3 16.5:3
  17.1:1 17.2:4 17.3:2
`
const required = [...requirements.matchAll(/(\S+):(\d+)/g)].flatMap(([, section, count]) =>
  Array.from({ length: Number(count) }, (_, index) => `${section}.${index + 1}`),
)
const text = read('docs/security.md')

/** The rows of the last table: requirements, verdict, where. */
const rows = [...text.matchAll(/^\| (\d+\.\d+[\d., to]*) \| ([\w ]+) \| (.*) \|$/gm)].map((match) => ({
  about: match[1] ?? '',
  verdict: match[2] ?? '',
  where: match[3] ?? '',
}))

/** `6.2.2 to 6.2.4, 6.2.8` is 6.2.2, 6.2.3, 6.2.4, 6.2.8; `6.3` is all of that section. */
const requirementsOf = (about: string): string[] =>
  about.split(', ').flatMap((part) => {
    const section = required.filter((id) => id.startsWith(`${part}.`))
    return section.length > 0 ? section : requirementsFromTo(part)
  })

function requirementsFromTo(about: string): string[] {
  const [first = '', last = first] = about.split(' to ')
  const section = first.slice(0, first.lastIndexOf('.'))
  const [from, until] = [first, last].map((id) => Number(id.slice(section.length + 1)))
  return Array.from({ length: Number(until) - Number(from) + 1 }, (_, index) => `${section}.${Number(from) + index}`)
}

const pathsIn = (words: string) => [...words.matchAll(/`([^`\s]+)`/g)].map((match) => match[1] ?? '').filter(isPath)
const isPath = (words: string) => /^(contract|server|web|e2e|tools|docs|deploy)\/|^\.[\w-]+\.(cjs|json)$/.test(words)

describe('docs/security.md', () => {
  test('judges every requirement of ASVS 5.0.0 up to level 2 once', () => {
    expect(rows.flatMap(({ about }) => requirementsOf(about)).toSorted()).toEqual(required.toSorted())
    expect(required).toHaveLength(253)
  })

  test('has five verdicts, and names where each requirement is met', () => {
    const known = ['met', 'operator', 'not applicable', 'specification', 'open']
    expect(rows.filter(({ verdict }) => !known.includes(verdict))).toEqual([])
    const met = rows.filter(({ verdict, where }) => verdict === 'met' && pathsIn(where).length === 0)
    // What only a document or a missing rule shows.
    const byThisPage = ['6.2.10', '15.1.1']
    const namesPage = ({ where }: { where: string }) => /docs\/\w+\.md|this page/.test(where)
    expect(met.filter((row) => !byThisPage.includes(row.about) && !namesPage(row)).map(({ about }) => about)).toEqual(
      [],
    )
  })

  test('names no file that does not exist', () => {
    const named = [...pathsIn(text), ...[...text.matchAll(/docs\/\w+\.md/g)].map(([path]) => path)]
    expect(named.filter((path) => !isThere(path))).toEqual([])
    expect(named.length).toBeGreaterThan(100)
  })
})

describe('docs/accessibility.md', () => {
  /** How many criteria each guideline of WCAG 2.2 has at levels A and AA, and those of level AAA between them. */
  const guidelines =
    '1.1:1 1.2:5 1.3:5 1.4:5,10-13 2.1:2,4 2.2:2 2.3:1 2.4:7,11 2.5:4,7-8 3.1:2 3.2:4,6 3.3:4,7-8 4.1:3'
  const criteria = guidelines.split(' ').flatMap((each) => {
    const [guideline = '', parts = ''] = each.split(':')
    return parts.split(',').flatMap((part, index) => {
      const [first = 0, last = first] = part.split('-').map(Number)
      const from = index === 0 ? 1 : first
      return Array.from({ length: last - from + 1 }, (_, at) => `${guideline}.${from + at}`)
    })
  })
  const report = read('docs/accessibility.md')

  test('judges every criterion of WCAG 2.2 at levels A and AA once, and the one that was removed', () => {
    const judged = [...report.matchAll(/^\| (\d\.\d\.\d+) [^|]+\| (supports|partially|not applicable|–) \| \S/gm)]
    expect(judged.map(([, criterion]) => criterion)).toEqual(criteria)
    expect(criteria).toHaveLength(56)
  })

  test('names no file that does not exist', () => {
    const named = pathsIn(report)
    expect(named.length).toBeGreaterThan(10)
    expect(named.filter((path) => !isThere(path))).toEqual([])
  })
})

test('docs/adopting.md says of every table that is swept how long its rows are kept', () => {
  const sweeps = [
    ...read('server/src/foundation/work/sweeps.ts').matchAll(/table: '(\w+)',[^}]*?(?:keptDays: (\d+))?,? \}/g),
  ]
  expect(sweeps.length).toBeGreaterThan(15)
  const kept = read('docs/adopting.md').match(/^\|.*\|$/gm) ?? []
  const wrong = sweeps.filter(([, table, days]) => {
    const row = kept.find((each) => each.includes(`\`${table}\``))
    return !row || (days !== undefined && !new RegExp(`\\b${days} days? \\|$`).test(row))
  })
  expect(wrong.map(([, table]) => table)).toEqual([])
})

test('CHANGELOG.md has the version of every package', () => {
  const [, newest] = /^## (\S+)$/m.exec(read('CHANGELOG.md')) ?? []
  const versions = ['', 'contract/', 'server/', 'web/', 'tools/', 'e2e/'].map((folder) => {
    return /"version": "([^"]+)"/.exec(readFileSync(join(root, `${folder}package.json`), 'utf8'))?.[1]
  })
  expect(new Set(versions)).toEqual(new Set([newest]))
})
