import { parseArgs } from 'node:util'
import { WrongWords, readWords } from '../command-line.ts'
import { type Code, type Walk, holds, readCode, seenFrom, shortestWalk, walksFrom } from './follow-calls.ts'
import { type Sources, isCode, isRevision, readFolder, readRevision } from './read-revision.ts'

/**
 * `npm run house`: measures the working tree, or the revisions that are named, one column for each. Lines are lines that
 * are not blank. Product is all code but tests, their fixtures and the specification's data.
 */

const usage = `npm run house -- [--details] [REVISION …]
  Measures the working tree, or each revision. --details lists what was counted in the last column.`

/** The payments area: the engine, its doors, and what stood for it in the foundation. A revision has a part of these. */
const paymentsArea = new RegExp(
  '^server/src/(payments|foundation/(payment-moves|payable-accounts|gateway-list)|' +
    'features/(payments|money-desk|reconciliation|checkout|stepwise-payments|exceptions))/',
)
const roomPattern = /^server\/src\/(?:features\/)?payments\/(?<room>[^/]+?)(?:\.ts)?(?:\/|$)/
const floors = [
  'states schedule checkout',
  'records',
  'monitoring balances shown-balances emails engine',
  'inquiry',
  'reversals',
]
  .concat(['posting', 'charge', 'recovery', 'manual', 'submit'])
  .map((rooms) => rooms.split(' '))

/** Walks from a route or a function to what it is there for: a function or a statement, by way of those before it. */
const walks = [
  { name: 'checkout', from: /^route startCheckout$/, to: [/insert into charge_attempt/] },
  { name: 'payeezy', from: /^route payeezy$/, to: [/insert into charge_attempt/] },
  {
    name: 'refund approval',
    from: /^route decide(GiveBack|RefundRequest|ApprovalRequest)$/,
    to: [/^requestRefund$/, /insert into reversal/],
  },
  { name: 'unknown outcome', from: /^backgroundWork$/, to: [/^newest(Known|Listed)$/] },
]

/** Fields, codes, tag form and reference form of one card gateway. `wire.ts` may name it, as it chooses the adapter. */
const gatewayWords = /exact(Message|Code)|[gG][gG]e4|[cC]rockford|\\d\{1,10\}|\bG\[0-9|Number\(\w+\.tag\)/
const gatewayColumns = /exact_(message|code)/
const gatewayFields = /transaction_?tag|exact_?message|exact_?code|gateway_?record|sequence_?number|gge4/i

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
  for (const [at, rows] of columns.entries()) console.log(`\nWalks in ${names[at]}\n${walksOf(rows).join('\n')}`)
  for (const [label, , details = []] of asked.values.details ? (columns.at(-1) ?? []) : []) {
    if (details.length > 0) console.log(`\n${label}\n  ${details.join('\n  ')}`)
  }
}

function walksOf(rows: readonly Row[]): string[] {
  return rows.flatMap(([label, , files = []]) => {
    const steps = files.map((file) => file.replace(/^.*\//, '').replace('.ts', ''))
    return label.startsWith('walk') ? `  ${label.replace(/^walk to SQL, |: files$/g, '')}: ${steps.join(' → ')}` : []
  })
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
  const code = readCode(sources, [...sources.keys()].filter(isCode))
  return [
    ...['contract', 'server', 'web', 'tools', 'e2e'].flatMap((name) => workspaceRows(sources, code, name)),
    ...extentOf(sources, 'payments area', (path) => paymentsArea.test(path)),
    ...extentOf(sources, 'web/build', (path) => path.startsWith('web/build/')),
    ...roomRows(code),
    listed(
      'files in an import cycle',
      [...code.imports.keys()].filter((path) => seenFrom(code, path).has(path)),
    ),
    ...walkRows(code),
    ...gatewayRows(sources),
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

function workspaceRows(sources: Sources, { imports }: Code, name: string): Row[] {
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

function gatewayRows(sources: Sources): Row[] {
  const server = /^server\/src\/(?!adapters\/card-gateway\/)/
  const withWords = (label: string, words: RegExp, isIn: RegExp) =>
    listed(
      label,
      [...sources].flatMap(([path, text]) => (isIn.test(path) && !isTest(path) && words.test(text) ? path : [])),
    )
  return [
    withWords(
      'words of GGe4: server files outside its adapter',
      gatewayWords,
      /^server\/src\/(?!adapters\/card-g|wire)/,
    ),
    withWords('words of GGe4: contract and web files', gatewayWords, /^(contract|web)\/src\/.*\.tsx?$/),
    withWords('words of GGe4: server files with its columns', gatewayColumns, server),
    withWords('words of GGe4: server files as counted first', gatewayFields, server),
  ]
}

function roomRows({ imports }: Code): Row[] {
  const roomOf = (path: string) => (isTest(path) ? undefined : roomPattern.exec(path)?.groups?.['room'])
  const rooms = [...new Set([...imports.keys()].flatMap((path) => roomOf(path) ?? []))].toSorted()
  const pairs = [...imports].flatMap(([path, files]) => files.map((file) => [roomOf(path), roomOf(file)] as const))
  const across = pairs.filter(([from, to]) => from && to && from !== to)
  const arrows = [...new Set(across.map((pair) => pair.join(' → ')))]
  const known = rooms.every((room) => floors.some((floor) => floor.includes(room)))
  const order = known ? floors : quietestOrder(rooms, arrows)
  return [
    listed('engine: rooms', rooms),
    listed('engine: arrows between rooms', arrows),
    listed(
      'engine: arrows that run back up',
      arrows.filter((arrow) => runsUp(order, arrow)),
    ),
  ]
}

function runsUp(order: readonly string[][], arrow: string): boolean {
  const [from, to] = arrow.split(' → ').map((room) => order.findIndex((floor) => floor.includes(room)))
  return from !== undefined && to !== undefined && from < to
}

/** Moves one room at a time to where the fewest arrows run back up, until no move helps. */
function quietestOrder(rooms: readonly string[], arrows: readonly string[]): string[][] {
  const cost = (order: readonly string[]) =>
    arrows.filter((arrow) =>
      runsUp(
        order.map((room) => [room]),
        arrow,
      ),
    ).length
  let best = [...rooms]
  for (let last = Infinity; cost(best) < last;) {
    last = cost(best)
    for (const room of rooms) {
      const rest = best.filter((other) => other !== room)
      const orders = [best, ...best.map((_, at) => rest.toSpliced(at, 0, room))]
      best = orders.reduce((one, other) => (cost(other) < cost(one) ? other : one))
    }
  }
  return best.map((room) => [room])
}

function walkRows(code: Code): Row[] {
  const routes = [...code.uses.keys()].filter((name) => name.includes('#route ') && paymentsArea.test(name))
  const [farthest] = routes
    .flatMap((route) => walksFrom(code, route))
    .filter(({ end }) => paymentsArea.test(end) && holds(code, end, /\b(insert into|update|delete from|select)\s/))
    .toSorted((one, other) => other.files.length - one.files.length)
  return [
    ...walks.map(({ name, from, to }) => walkRow(name, shortestWalk(code, from, to))),
    walkRow('farthest from any route', farthest),
  ]
}

function walkRow(name: string, walk: Walk | undefined): Row {
  const { files, end } = walk ?? { files: [], end: 'not found' }
  return [`walk to SQL, ${name}: files`, files.length, [...files.slice(0, -1), end]]
}
