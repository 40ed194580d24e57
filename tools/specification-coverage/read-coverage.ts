import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** A row of a table of docs/spec-coverage.md. */
interface CoverageRow {
  /** What the row is about: its first cell, without the reading (`R4`) behind it. */
  subject: string
  /** Every call it names, such as `POST /api/v1/login`. */
  calls: readonly string[]
  /** Files and folders of the product, from the checkout. */
  code: readonly string[]
  /** Files with tests. */
  tests: readonly string[]
}

/** Every row of docs/spec-coverage.md: the last cell names tests, the one before it code. */
export async function readCoverage(checkout: string): Promise<CoverageRow[]> {
  const text = await readFile(join(checkout, 'docs', 'spec-coverage.md'), 'utf8')
  return text.split('\n').flatMap((line) => readRow(line) ?? [])
}

function readRow(line: string): CoverageRow | null {
  if (!line.startsWith('|') || /^\|[-| ]+\|$/.test(line)) return null
  const cells = line.split('|').map((cell) => cell.trim())
  const [subject = '', ...rest] = cells.slice(1, -1)
  const [code = '', tests = ''] = rest.slice(-2)
  if (tests === 'Shown by') return null
  return {
    subject: subject.replace(/ \(R\d+[^)]*\)$/, ''),
    calls: quoted(line).filter((words) => /^(GET|POST) \//.test(words)),
    code: quoted(code),
    tests: quoted(tests),
  }
}

function quoted(text: string): string[] {
  return [...text.matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? '')
}
