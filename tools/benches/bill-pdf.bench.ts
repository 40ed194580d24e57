import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { z } from 'zod'
import type { BenchRow } from '../run/bench-table.ts'

export const name = 'The PDF file of a bill'

const script = fileURLToPath(new URL('../../web/build/bill-pdf-time.ts', import.meta.url))
const Times = z.object({ first: z.number(), bill: z.number(), word: z.number(), bytes: z.number() })

/**
 * How long it takes to make the tagged PDF file of a bill, compared with a file of one word made with the same library
 * and typeface. What the worker costs over the network is a budget of the web build.
 */
export async function run(): Promise<BenchRow[]> {
  const { stdout } = await promisify(execFile)(process.execPath, [script])
  const { first, bill, word, bytes } = Times.parse(JSON.parse(stdout))
  return [
    {
      name: `A bill's PDF file (${(bytes / 1024).toFixed(0)} KB; the first takes ${first.toFixed(0)} ms)`,
      ours: `${bill.toFixed(0)} ms`,
      yardstick: `${word.toFixed(0)} ms for one word`,
      ratio: bill / word,
    },
  ]
}
