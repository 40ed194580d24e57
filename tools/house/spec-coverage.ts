import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { titlesIn } from './read-code.ts'
import { type Sources, readFolder, root } from './read-revision.ts'

/** `node tools/house/spec-coverage.ts` writes docs/spec-coverage.md from the citations in titles of tests. */

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

export const coverageFile = 'docs/spec-coverage.md'

/** Sections (`C§2.5`), readings (`R8`), rules of a payment (`P3`) and documents that a text cites; not Nacha’s return codes (`R01`, or a key or value). */
export function citationsIn(text: string): string[] {
  const cited =
    text.match(/\b[AC]§\d+(\.\d+)?|(?<!')\b[RP][1-9]\d?\b(?![:'])|\bdocs\/(decisions\/\d{3}|[\w-]+\.md)/g) ?? []
  return [...new Set(cited)]
}

export function coverageOf(sources: Sources): { tests: ReadonlyMap<string, readonly string[]>; text: string } {
  const cited = [...sources]
    .filter(([path, text]) => /\.(test\.tsx?|spec\.ts)$/.test(path) && /[AC]§/.test(text))
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([path, text]) => ({ path, cites: citationsIn(titlesIn(text, path).join('\n')) }))
  const citing = (section: string) => cited.filter(({ cites }) => cites.includes(section)).map(({ path }) => path)
  const tests = new Map(sections.map(([section]) => [section, citing(section)]))
  const lines = sections.map(([section, title]) => {
    return `| ${section} ${title} | ${tests
      .get(section)
      ?.map((name) => `\`${name}\``)
      .join(', ')} |`
  })
  return { tests, text: `${introduction}\n${lines.join('\n')}\n` }
}

const introduction = `# Coverage of the specification

A is the administrators' part of the specification, C the customers'. \`node tools/house/spec-coverage.ts\` writes this page: the
tests whose titles cite a section. A test fails when it is out of date or a section has no test. The code cites likewise:
\`git grep 'A§3' contract/src\` has the calls and texts of a section. Its texts, figures and names are compared, to the letter, in
\`contract/specification\`; [readings](readings.md) says how we read what the specification leaves open.

| Section | Tests |
|---|---|`

if (import.meta.main) writeFileSync(join(root, coverageFile), coverageOf(readFolder()).text)
