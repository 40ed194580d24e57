import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { WholeNumber, readWords } from '../command-line.ts'
import { chaosReport, liveThroughChaos } from './storm.ts'

/**
 * `npm run simulate -- --processes [--gateway stripe] [--seconds 120] [--payers 12] [--seed S]`: real processes under load, killed at random, while every
 * partner misbehaves (docs/payments.md). Exits with 1 when the books disagree.
 */
const usage = `npm run simulate -- --processes [--gateway G] [--seconds N] [--payers P] [--seed S]
  Lets P payers (12 when not said) pay at three real servers for N seconds (120), while servers and PostgreSQL are
  killed and the gateway misbehaves; then compares the books. --seed repeats the choices of a run.`

const Words = z.object({
  gateway: z.enum(['payeezy', 'stripe']).default('payeezy'),
  seconds: WholeNumber.default(120),
  payers: WholeNumber.default(12),
  seed: WholeNumber.default(() => randomInt(10, 1_000_000)),
})

const text = { type: 'string' } as const
const words = readWords(usage, () =>
  Words.parse(
    parseArgs({ options: { processes: { type: 'boolean' }, gateway: text, seconds: text, payers: text, seed: text } })
      .values,
  ),
)
if (words) {
  const result = await liveThroughChaos({
    ...words,
    hasStripe: words.gateway === 'stripe',
    say: (line) => console.log(line),
  })
  console.log(`\n${chaosReport(result)}`)
  process.exitCode = result.disagreements.length === 0 ? 0 : 1
}
