import { globSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { argv } from 'node:process'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { z } from 'zod'
import { type BenchRow, benchTable } from './bench-table.ts'

/**
 * `npm run bench`: runs every `tools/benches/*.bench.ts` in turn and prints one table. `npm run bench -- import` runs
 * those whose file name holds the word. A bench exports its `name` and `run(): Promise<BenchRow[]>`.
 */

const Bench = z.object({
  name: z.string(),
  run: z.custom<() => Promise<BenchRow[]>>((value) => typeof value === 'function'),
})

const folder = join(dirname(dirname(fileURLToPath(import.meta.url))), 'benches')
const word = argv[2] ?? ''
const files = globSync('*.bench.ts', { cwd: folder }).filter((file) => file.includes(word))

if (files.length === 0) throw new Error(`No bench in tools/benches has '${word}' in its name`)

const rows: BenchRow[] = []
for (const file of files.toSorted()) {
  const bench = Bench.parse(await import(pathToFileURL(join(folder, file)).href))
  console.log(`${bench.name} …`)
  rows.push(...(await bench.run()))
}
console.log(`\n${benchTable(rows)}`)
process.exitCode = rows.every((row) => row.target === undefined || row.target.isMet) ? 0 : 1
