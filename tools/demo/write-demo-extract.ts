import { once } from 'node:events'
import type { Writable } from 'node:stream'
import { type CalendarDate, Instant } from '@portal/contract/dates'
import { type ControlTotals, controlTotals } from '@portal/server/features/billing-exchange/format/control-totals.ts'
import { extractFormatVersion, header } from '@portal/server/features/billing-exchange/format/extract-records.ts'
import { extractLine } from '@portal/server/features/billing-exchange/format/lines.ts'
import { accountOf, type DemoUtility } from './accounts.ts'
import type { DemoAnswers } from './answers.ts'
import { historyOf } from './history.ts'
import { accountLines, billLines, ownerLines, personLines, transactionLines } from './lines.ts'
import type { DemoPayments } from './payments.ts'
import { blockAccounts, peopleOfBlock } from './people.ts'

interface DemoOptions {
  /** How many accounts, up to ten million. */
  accounts: number
  seed: number
  /** The date of the data. With a recent date, the utility looks alive. */
  asOf: CalendarDate
  /** How many months of bills; 24 by default. */
  months?: number
  /** `GWA` by default. */
  division?: string
  /** `Pacific/Guam` by default. */
  timeZone?: string
  /** The time at which the extract claims to have been made; by default the night after `asOf`. */
  extractedAt?: Instant
  /** What customers changed in the portal, by person. */
  answers?: DemoAnswers
  /** What was paid in the portal. */
  payments?: DemoPayments
  onProgress?: (accounts: number) => void
}

/** Text is collected up to this length before it is written to the stream. */
const batchCharacters = 256 * 1024

/**
 * Writes the extract of an invented utility (docs/extract-format.md), account by account and in constant memory. The
 * same options always write the same bytes, and account N is the same in a utility of any size. Ends the stream.
 */
export async function writeDemoExtract(options: DemoOptions, writable: Writable): Promise<void> {
  const { seed, asOf, division = 'GWA', months = 24, answers, payments } = options
  const utility = { seed, asOf, division, months, answers, payments }
  const totals = controlTotals()
  const output = batched(writable)
  await output.write([headerLine(options, division)])
  for (let block = 0; block * blockAccounts < options.accounts; block++) {
    for (const lines of linesOfBlock(utility, options.accounts, block)) {
      for (const line of lines) count(totals, line)
      await output.write(lines)
    }
    options.onProgress?.(Math.min(options.accounts, (block + 1) * blockAccounts))
  }
  await output.write(totals.lastLines())
  await output.end()
}

/** @param size how many accounts the utility has */
function* linesOfBlock(utility: DemoUtility, size: number, block: number): Generator<string[]> {
  const { seed, asOf } = utility
  const people = peopleOfBlock(seed, block)
  for (const person of people) {
    if (person.number >= size) return
    yield personLines(utility, person)
    for (let number = person.number; number < Math.min(size, person.number + person.accounts); number++) {
      const account = accountOf(utility, number, person)
      const history = historyOf(seed, account, asOf, utility.payments?.get(account.keys.accountId))
      yield [
        ...accountLines(utility, account, history),
        ...people.slice(0, 1).flatMap((owner) => ownerLines(seed, account, owner)),
        ...history.bills.flatMap((bill) => billLines(account, bill)),
        ...transactionLines(account, history),
      ]
    }
  }
}

/** When the extract of a day is usually made. */
export function nightAfter(asOf: CalendarDate): Instant {
  return Instant.parse(`${asOf}T13:00:00.000Z`)
}

/** Its first line. */
export function headerLine(options: DemoOptions, division: string): string {
  const { accounts, seed, asOf, timeZone = 'Pacific/Guam', extractedAt = nightAfter(asOf) } = options
  const runId = `DEMO-${seed}-${accounts}-${asOf}`
  return extractLine(header.type, [extractFormatVersion, runId, division, asOf, extractedAt, timeZone, 'USD'])
}

function count(totals: ControlTotals, line: string): void {
  totals.count(line.slice(0, 4), line.slice(5).split('|'))
}

function batched(writable: Writable) {
  let batch = ''
  const send = async () => {
    if (!writable.write(batch)) await once(writable, 'drain')
    batch = ''
  }
  return {
    async write(lines: readonly string[]) {
      batch += `${lines.join('\n')}\n`
      if (batch.length >= batchCharacters) await send()
    },
    async end() {
      await send()
      writable.end()
      await once(writable, 'finish')
    },
  }
}
