import { argv } from 'node:process'
import { WrongWords, readWords } from '../command-line.ts'
import { autopay } from './autopay.bench.ts'
import { checkout, gateways } from './checkout.bench.ts'
import { dashboard } from './dashboard.bench.ts'
import { type Row, benchTable, runBench } from './frame/run.ts'
import { importEvents } from './import-events.bench.ts'
import { importing, importingFiles } from './import.bench.ts'
import { mixed } from './mixed.bench.ts'
import { notifications } from './notifications.bench.ts'
import { reports } from './reports.bench.ts'

/** `npm run bench`: runs the benches in turn and prints one table. */

const benches = {
  checkout,
  gateways,
  autopay,
  notifications,
  'import-events': importEvents,
  import: importing,
  'billing-files': importingFiles,
  reports,
  dashboard,
  mixed,
}

const usage = `npm run bench -- [WORD]
  Runs the benches whose name holds the word, or all: ${Object.keys(benches).join(', ')}.`

const chosen = readWords(usage, () => {
  const [word = '', ...more] = argv.slice(2)
  const found = Object.entries(benches).flatMap(([name, bench]) => (name.includes(word) ? [bench] : []))
  if (more.length > 0 || found.length === 0) throw new WrongWords(`No bench matches '${[word, ...more].join(' ')}'`)
  return found
})
if (chosen) {
  const rows: Row[] = []
  for (const bench of chosen) rows.push(...(await runBench(bench)))
  console.log(`\n${benchTable(rows)}`)
  process.exitCode = rows.every(({ target }) => target?.isMet ?? true) ? 0 : 1
}
