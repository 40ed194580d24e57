import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { liveThroughChaos } from './chaos.ts'
import { chaosReport } from './report.ts'

/**
 * `npm run chaos -- --seconds 120 [--payers 12] [--seed S]`: real processes under load, killed at random, with every
 * partner misbehaving (docs/payments.md). Ends with 1 when the books disagree.
 */
const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '120' },
    payers: { type: 'string', default: '12' },
    seed: { type: 'string', default: String(randomInt(10, 1_000_000)) },
  },
})

/** As typed after an option: `2m` must not become a storm of no time. */
const Typed = z.coerce.number().int().min(1)

const result = await liveThroughChaos({
  seconds: Typed.parse(values.seconds),
  payers: Typed.parse(values.payers),
  seed: Typed.parse(values.seed),
  say: (line) => console.log(line),
})
console.log(`\n${chaosReport(result)}`)
process.exitCode = result.disagreements.length === 0 ? 0 : 1
