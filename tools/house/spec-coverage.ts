import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Call } from '@portal/contract/call'
import { allCalls } from '@portal/contract/testing/all-calls'
import { titlesIn } from './read-code.ts'
import { type Sources, isCode, readFolder, root } from './read-revision.ts'

/** `node tools/house/spec-coverage.ts` writes docs/spec-coverage.md from the citations in the contract and in titles of tests. */

/** The sections of both documents: A is the administrators', C the customers'. */
export const sections: readonly (readonly [section: string, title: string])[] = [
  ['A§1', 'What the product does'],
  ['A§2', 'Screens and routes'],
  ['A§3', 'Entities and their fields'],
  ['A§4', 'States and transitions'],
  ['A§5', 'Validation rules'],
  ['A§6', 'Roles and permissions'],
  ['A§7', 'Calls'],
  ['A§8', 'Error catalogue'],
  ['A§9', 'Business constants and limits'],
  ['C§1', 'What the product does'],
  ['C§2.1', 'Route table'],
  ['C§2.2', 'Login page'],
  ['C§2.3', 'Sign-up wizard'],
  ['C§2.4', 'Forgot modals'],
  ['C§2.5', 'Dashboard'],
  ['C§2.6', 'Pay Now wizard'],
  ['C§2.7', 'Bill view'],
  ['C§2.8', 'Payment result'],
  ['C§2.9', 'FAQ'],
  ['C§2.10', 'Global popup'],
  ['C§3', 'Entities and their fields'],
  ['C§4', 'States and transitions'],
  ['C§5', 'Validation rules'],
  ['C§6', 'Roles and permissions'],
  ['C§7', 'Calls'],
  ['C§8', 'Error catalogue'],
  ['C§9', 'Business constants and limits'],
]

interface Row {
  calls: readonly string[]
  contract: readonly string[]
  tests: readonly string[]
}

export const coverageFile = 'docs/spec-coverage.md'

/** Sections (`C§2.5`), readings (`R8`), rules of a payment (`P3`) and documents that a text cites. */
export function citationsIn(text: string): string[] {
  const cited = text.match(/\b[AC]§\d+(\.\d+)?|\b[RP]\d{1,2}\b(?!\d)|\bdocs\/(decisions\/\d{3}|[\w-]+\.md)/g) ?? []
  return [...new Set(cited)]
}

export function coverageOf(sources: Sources): { rows: ReadonlyMap<string, Row>; text: string } {
  const cited = [...sources]
    .filter(([path]) => isCode(path))
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([path, text]) => ({ path, cites: citesOf(path, text) }))
  const rows = new Map(sections.map(([section]) => [section, rowOf(section, cited)]))
  const lines = sections.map(([section, title]) => {
    const { calls = [], contract = [], tests = [] } = rows.get(section) ?? {}
    const cells = [calls, contract, tests].map((names) => names.map((name) => `\`${name}\``).join(', '))
    return `| ${section} | ${title} | ${cells.join(' | ')} |`
  })
  return { rows, text: `${introduction}\n${lines.join('\n')}\n` }
}

const introduction = `# Coverage of the specification

A is the administrators' part of the specification, C the customers'. \`node tools/house/spec-coverage.ts\` writes this page: the
calls whose summary cites a section, the files of \`contract/src\` that do, and the tests whose titles do. A test fails when it is
out of date or a section has no test. The section's texts, figures and names are compared, to the letter, in
\`contract/specification\`; [readings](readings.md) says how we read what the specification leaves open.

| Section | About | Calls | \`contract/src\` | Tests |
|---|---|---|---|---|`

const isTest = (path: string): boolean => /\.(test\.tsx?|spec\.ts)$/.test(path)
const isContract = (path: string): boolean => path.startsWith('contract/src/') && !isTest(path)

function citesOf(path: string, text: string): readonly string[] {
  if (isTest(path)) return /[AC]§/.test(text) ? citationsIn(titlesIn(text, path).join('\n')) : []
  return isContract(path) ? citationsIn(text) : []
}

function rowOf(section: string, cited: readonly { path: string; cites: readonly string[] }[]): Row {
  const citing = cited.filter(({ cites }) => cites.includes(section)).map(({ path }) => path)
  return {
    calls: Object.values<Call>(allCalls)
      .filter(({ summary }) => citationsIn(summary).includes(section))
      .map(({ path }) => path.replace('/api/v1/', '')),
    contract: citing.filter(isContract).map((path) => path.replace('contract/src/', '').replace('.ts', '')),
    tests: citing.filter(isTest),
  }
}

if (import.meta.main) writeFileSync(join(root, coverageFile), coverageOf(readFolder()).text)
