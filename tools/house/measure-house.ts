import { parseArgs } from 'node:util'
import { WrongWords, readWords } from '../command-line.ts'
import { importsOf } from './read-code.ts'
import { type Sources, isCode, isRevision, readFolder, readRevision } from './read-revision.ts'

/**
 * `npm run house`: measures the working tree, or the revisions that are named, one column for each. Lines are lines that
 * are not blank. Product is all code but tests, their fixtures and the specification's data.
 */

const usage = `npm run house -- [--details] [REVISION …]
  Measures the working tree, or each revision. --details lists what was counted in the last column.`

type Row = [label: string, figure: number, details?: readonly string[]]

const isTest = (path: string): boolean => /\.(test\.tsx?|spec\.ts)$|\/testing\/|^contract\/specification\//.test(path)
const isComment = (line: string): boolean => /^\s*(\/\/|\/\*|\*|\{\/\*)/.test(line)
const wordsOf = (text: string): number => text.match(/\S+/g)?.length ?? 0
const linesOf = (text: string): number => text.split('\n').filter((line) => line.trim() !== '').length

const asked = readWords(usage, () => {
  const words = parseArgs({ allowPositionals: true, options: { details: { type: 'boolean' } } })
  const unknown = words.positionals.find((name) => !isRevision(name))
  if (unknown !== undefined) throw new WrongWords(`No revision is called '${unknown}'`)
  return words
})
if (asked) {
  const revisions = asked.positionals
  const names = revisions.length > 0 ? revisions : ['working tree']
  const columns = revisions.length > 0 ? revisions.map((name) => measure(readRevision(name))) : [measure(readFolder())]
  console.log(tableOf([['', ...names], ...figuresOf(columns)]))
  for (const [label, , details = []] of asked.values.details ? (columns.at(-1) ?? []) : []) {
    if (details.length > 0) console.log(`\n${label}\n  ${details.join('\n  ')}`)
  }
}

function figuresOf(columns: readonly Row[][]): string[][] {
  return (columns[0] ?? []).map(([label], at) => [label, ...columns.map((rows) => String(rows[at]?.[1] ?? ''))])
}

function tableOf(lines: readonly string[][]): string {
  const widths = lines[0]?.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0))) ?? []
  const pad = (cell: string, at: number) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0))
  return lines.map((line) => line.map(pad).join('  ')).join('\n')
}

function measure(sources: Sources): Row[] {
  const imports = importsOf(sources, [...sources.keys()].filter(isCode))
  return [
    ...['contract', 'server', 'web', 'tools', 'e2e'].flatMap((name) => workspaceRows(sources, imports, name)),
    ...extentOf(sources, 'web/build', (path) => path.startsWith('web/build/')),
    ...documentRows(sources),
  ]
}

function listed(label: string, details: readonly string[]): Row {
  return [label, details.length, details]
}

function linesIn(sources: Sources, paths: readonly string[]): number {
  return paths.reduce((lines, path) => lines + linesOf(sources.get(path) ?? ''), 0)
}

function extentOf(sources: Sources, label: string, isIn: (path: string) => boolean): Row[] {
  const product = [...sources.keys()].filter((path) => isCode(path) && isIn(path) && !isTest(path))
  return [
    [`${label}: product files`, product.length],
    [`${label}: product lines`, linesIn(sources, product)],
  ]
}

function workspaceRows(sources: Sources, imports: ReadonlyMap<string, string[]>, name: string): Row[] {
  const paths = [...sources.keys()].filter((path) => isCode(path) && path.startsWith(`${name}/`))
  const product = paths.filter((path) => !isTest(path))
  const text = product.map((path) => sources.get(path) ?? '').join('')
  const comments = text.split('\n').filter(isComment)
  const imported = [...imports].flatMap(([importer, files]) => (isTest(importer) ? [] : [...new Set(files)]))
  const importers = Map.groupBy(imported, (path) => path)
  const single = product.filter((path) => importers.get(path)?.length === 1)
  const small = single.filter((path) => linesOf(sources.get(path) ?? '') < 20)
  const folders = paths.flatMap((path) => /^tools\/([^/]+)\//.exec(path)?.[1] ?? [])
  return [
    ...extentOf(sources, name, (path) => path.startsWith(`${name}/`)),
    [`${name}: test lines`, linesIn(sources, paths.filter(isTest))],
    [`${name}: comment lines in 1,000`, Math.round((comments.length / linesOf(text)) * 1000)],
    [`${name}: words of comments`, wordsOf(comments.join(' ').replaceAll(/[*/]+/g, ''))],
    listed(`${name}: files with one importer`, single),
    listed(`${name}: files under 20 lines with one importer`, small),
    ...(name === 'tools'
      ? [
          listed('tools: folders', [...new Set(folders)]),
          [
            'tools: lines with tests and blank lines',
            paths.reduce((sum, path) => sum + (sources.get(path) ?? '').split('\n').length - 1, 0),
          ] satisfies Row,
        ]
      : []),
  ]
}

function documentRows(sources: Sources): Row[] {
  const documents = [...sources].filter(([path]) => path.endsWith('.md'))
  const records = documents.filter(([path]) => /^docs\/decisions\/(?!000)\d+-/.test(path))
  return [
    ['documents: words', documents.reduce((words, [, text]) => words + wordsOf(text), 0)],
    ['README: words', wordsOf(sources.get('README.md') ?? '')],
    ['docs/payments.md: words', wordsOf(sources.get('docs/payments.md') ?? '')],
    ['decision records', records.length],
  ]
}
