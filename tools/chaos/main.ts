import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
import { WholeNumber } from '../run/whole-number.ts'
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

const result = await liveThroughChaos({
  seconds: WholeNumber.parse(values.seconds),
  payers: WholeNumber.parse(values.payers),
  seed: WholeNumber.parse(values.seed),
  say: (line) => console.log(line),
})
console.log(`\n${chaosReport(result)}`)
process.exitCode = result.disagreements.length === 0 ? 0 : 1
