import { globSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { argv } from 'node:process'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { z } from 'zod'
import { WrongWords, readWords } from '../command-line.ts'
import { type BenchRow, benchTable } from './table.ts'

/**
 * `npm run bench`: runs every `tools/benches/*.bench.ts` in turn and prints one table. `npm run bench -- import` runs
 * those whose file name holds the word. A bench exports its `name` and `run(): Promise<BenchRow[]>`.
 */

const Bench = z.object({
  name: z.string(),
  run: z.custom<() => Promise<BenchRow[]>>((value) => typeof value === 'function'),
})

const folder = join(dirname(dirname(fileURLToPath(import.meta.url))), 'benches')
const all = globSync('*.bench.ts', { cwd: folder }).toSorted()

const usage = `npm run bench -- [WORD]
  Runs the benches whose name holds the word, or all: ${all.map((file) => basename(file, '.bench.ts')).join(', ')}.`

const files = readWords(usage, () => {
  const [word = '', ...more] = argv.slice(2)
  const chosen = all.filter((file) => basename(file, '.bench.ts').includes(word))
  if (more.length > 0 || chosen.length === 0) throw new WrongWords(`No bench matches '${[word, ...more].join(' ')}'`)
  return chosen
})
if (files) await runBenches(files)

async function runBenches(chosen: readonly string[]): Promise<void> {
  const rows: BenchRow[] = []
  for (const file of chosen) {
    const bench = Bench.parse(await import(pathToFileURL(join(folder, file)).href))
    console.log(`${bench.name} …`)
    rows.push(...(await bench.run()))
  }
  console.log(`\n${benchTable(rows)}`)
  process.exitCode = rows.every((row) => row.target === undefined || row.target.isMet) ? 0 : 1
}
