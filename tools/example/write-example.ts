import { writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { CalendarDate } from '@portal/contract/dates'
import { controlTotals } from '@portal/server/features/billing-exchange/format/control-totals.ts'
import { extractLine } from '@portal/server/features/billing-exchange/format/lines.ts'
import { z } from 'zod'
import { readWords } from '../command-line.ts'
import { addressOf, key, nameOf } from './keys.ts'
import { type Kind, kinds } from './kinds.ts'
import { Ledger } from './ledger.ts'

/** Writes a whole extract of thirty accounts, one of each kind; docs/extract-format.md walks through it. */

const usage = `node tools/example/write-example.ts --out FILE [--as-of YYYY-MM-DD] [--division CODE] [--time-zone ZONE]
  Writes the extract of thirty accounts, one of each kind. Division and time zone are those of the profile.`

const Parameters = z.object({
  out: z.string().min(1),
  'as-of': CalendarDate.default(CalendarDate.parse('2026-06-30')),
  division: z.string().default('GWA'),
  'time-zone': z.string().default('Pacific/Guam'),
})

const noAddress = Array<null>(7).fill(null)

const parameters = readWords(usage, () => {
  const option = { type: 'string' } as const
  const options = { out: option, 'as-of': option, division: option, 'time-zone': option }
  return Parameters.parse(parseArgs({ options }).values)
})
if (parameters) await writeFile(parameters.out, exampleExtract(parameters))

function exampleExtract(given: z.infer<typeof Parameters>): string {
  const { 'as-of': asOf, division, 'time-zone': timeZone } = given
  // The run's name is never used for another file, and the next extract is made later than this one.
  const header = ['1', `EXAMPLE-${asOf}`, division, asOf, `${asOf}T13:00:00.000Z`, timeZone, 'USD']
  const lines = kinds.flatMap((kind, index) => linesOf(kind, index + 1, asOf, division))
  // One 9800 for each type of line, and the trailer with the sums of balances, bills and transactions.
  const totals = controlTotals()
  for (const line of lines) totals.count(line.slice(0, 4), line.slice(5).split('|'))
  return `${[extractLine('0010', header), ...lines, ...totals.lastLines()].join('\n')}\n`
}

/** The records of one account and its person. */
function linesOf(kind: Kind, number: number, asOf: CalendarDate, division: string): string[] {
  const { customerClass = 'RESID', isCashOnly = false } = kind
  const [accountId, premiseId] = [key(1, number), key(3, number)]
  const ledger = new Ledger(kind, number, asOf)
  const { since, until, balances, balance } = ledger
  const isResidential = customerClass === 'RESID'
  return [
    ...personLines(kind, number, asOf),
    extractLine('0040', [premiseId, isResidential ? 'SFH' : 'COMM', ...addressOf(number)]),
    extractLine('0030', [
      accountId,
      division,
      customerClass,
      'C15',
      since,
      premiseId,
      isCashOnly,
      balance,
      balance,
      ...ledger.ages(),
    ]),
    ...accountPersonLines(kind, number),
    ...balances.map((cents, service) => {
      const closed = cents === 0 ? '60' : '40'
      const type = `${service === 0 ? 'W' : 'S'}-${isResidential ? 'RES' : 'NONRES'}`
      const names = [key(4 + service, number), accountId, premiseId, type, until ? closed : '20']
      return extractLine('0050', [...names, since, until, cents, cents])
    }),
    ...ledger.lines(),
  ]
}

function personLines(kind: Kind, number: number, asOf: CalendarDate): string[] {
  if (kind.samePersonAs) return []
  const { email = `customer${number}@example.com`, characteristics = [] } = kind
  const { phones = [['MOBILE', `307-555-01${String(number).padStart(2, '0')}`]] } = kind
  const personId = key(2, number)
  const personOrBusiness = kind.customerClass ? 'B' : 'P'
  return [
    extractLine('0020', [personId, personOrBusiness, nameOf(kind, number), email, ...addressOf(number)]),
    ...phones.map(([type, phone, extension = null], at) =>
      extractLine('0022', [personId, at + 1, type, phone, extension]),
    ),
    ...characteristics.map(([type, value]) => extractLine('0024', [personId, type, asOf, null, value])),
    ...(kind.owner ? [extractLine('0020', [key(2, number + 100), 'P', kind.owner, null, ...addressOf(number)])] : []),
  ]
}

function accountPersonLines(kind: Kind, number: number): string[] {
  const { mayUseWeb = true, billAddress = 'PER', route = 'POSTAL' } = kind
  const main = [key(1, number), key(2, kind.samePersonAs ?? number), 'MAIN', true, true, mayUseWeb, billAddress]
  const sentTo = billAddress === 'ACOV' ? ['Care of Ana Cruz', ...addressOf(number + 900)] : noAddress
  const owner = [key(1, number), key(2, number + 100), 'OWNER', false, false, false, 'PER', ...noAddress, 'POSTAL']
  return [extractLine('0032', [...main, ...sentTo, route]), ...(kind.owner ? [extractLine('0032', owner)] : [])]
}
