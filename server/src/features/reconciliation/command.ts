import { parseArgs } from 'node:util'
import { CalendarDate, dateIn, later } from '@portal/contract/dates'
import { discrepancyKinds } from '@portal/contract/discrepancies'
import { type Cents, formatCents } from '@portal/contract/money'
import { type PayoutStatus, payoutStatuses } from '@portal/contract/payouts'
import { sql } from 'kysely'
import { type CommandIo, type ExitCode, parsedOrNull, withOpened } from '../../foundation/command-line.ts'
import type { Discrepancy } from './books.ts'
import type { BookTotals, Findings } from './findings.ts'
import { type Reconciled, type ReconciliationDeps, reconcileDay } from './reconcile-day.ts'
import { beginRunByHand, leaseMilliseconds } from './runs.ts'

const usage = `portal reconcile --date YYYY-MM-DD
  Compares a day’s payments at the gateway, in the portal and in the billing system, and the payouts that arrived on it.
  Moves no money and changes no payments. New discrepancies go to Exceptions and are emailed to finance. Discrepancies that no longer exist are
  resolved. Unexpected charges are checked with the gateway again.
  --date   day in the portal’s time zone
`

/** `portal reconcile`: exit code 1 when the books differ or cannot be compared, 2 for wrong usage. */
export async function reconcileCommand(words: readonly string[], io: CommandIo<ReconciliationDeps>): Promise<ExitCode> {
  const day = dayOf(words)
  if (!day) {
    io.write(usage)
    return 2
  }
  return await withOpened(io, async (deps) => {
    const now = deps.clock.now()
    if (day > dateIn(deps.profile.timeZone, now)) {
      io.write(`${day} is in the future (${deps.profile.timeZone}).\n`)
      return 2
    }
    const run = await beginRunByHand(deps.db, day, now, later(now, leaseMilliseconds))
    const reconciled = await reconcileDay(deps, run)
    const payouts = await payoutsOf(deps, day)
    io.write(`Payments of ${day}, ${deps.profile.timeZone}\n${textOf(reconciled, payouts)}`)
    return reconciled.outcome === 'compared' && reconciled.findings.count === 0 ? 0 : 1
  })
}

function dayOf(words: readonly string[]): CalendarDate | null {
  const parsed = parsedOrNull(() => parseArgs({ args: [...words], options: { date: { type: 'string' } } }))
  return CalendarDate.safeParse(parsed?.values.date).data ?? null
}

interface PayoutSums {
  payout: string
  status: PayoutStatus
  charges: number
  gross: Cents
  fees: Cents
  refunds: Cents
  disputes: Cents
  returns: Cents
  other: Cents
  amount: Cents
}

/** Those that arrived on the day; one that is not itemized yet has only its amount. */
async function payoutsOf({ db, paymentGateway }: ReconciliationDeps, day: CalendarDate): Promise<PayoutSums[]> {
  if (!paymentGateway.payouts) return []
  const orNone = (column: string) => sql<Cents>`coalesce(${sql.ref(column)}, 0)`
  return await db
    .selectFrom('payout')
    .select(['payout_id as payout', 'status', 'amount_cents as amount', orNone('charge_cents').as('gross')])
    .select([orNone('fee_cents').as('fees'), orNone('refund_cents').as('refunds'), orNone('other_cents').as('other')])
    .select([orNone('dispute_cents').as('disputes'), 'return_cents as returns'])
    .select([sql<number>`coalesce(charge_count, 0)`.as('charges')])
    .where('gateway', '=', paymentGateway.name)
    .where('arrives_on', '=', day)
    .orderBy('id')
    .execute()
}

function textOf(reconciled: Reconciled, payouts: readonly PayoutSums[]): string {
  if (reconciled.outcome === 'unavailable') return `Reconciliation failed: ${reconciled.reason}.\n`
  const { findings } = reconciled
  const { gateway, pending, portal, billing } = findings.totals
  return [
    '',
    tableRow(['', 'count', 'amount', 'refunded']),
    totalsRow('gateway, charges', gateway),
    totalsRow('portal, charges', portal),
    totalsRow('billing, payments', billing),
    ...(pending === 0 ? [] : ['', `Charges that wait for a bank: ${pending}.`]),
    ...payouts.flatMap(payoutLines),
    '',
    findings.count === 0
      ? 'No discrepancies.'
      : `${findings.count} ${findings.count === 1 ? 'discrepancy' : 'discrepancies'}:`,
    ...differences(findings),
    '',
  ].join('\n')
}

function differences({ byKind, first, count }: Findings): string[] {
  const lines = [...byKind].flatMap(([kind, number]) => [
    '',
    `${number} ${discrepancyKinds[kind].name}: ${discrepancyKinds[kind].meaning}`,
    ...first.filter((each) => each.kind === kind).map(differenceLine),
  ])
  if (count > first.length) lines.push('', `Showing the first ${first.length}. See Exceptions for the rest.`)
  return lines
}

function differenceLine({ subject, gateway, portal, billing, detail }: Discrepancy): string {
  const amounts = `gateway ${amountOf(gateway)}, portal ${amountOf(portal)}, billing ${amountOf(billing)}`
  return `  ${subject.padEnd(19)}${amounts}. ${detail}`
}

function totalsRow(name: string, { count, amount, returned }: BookTotals): string {
  return tableRow([name, count.toLocaleString('en-US'), formatCents(amount), formatCents(returned)])
}

function payoutLines({ payout, status, charges, amount, ...sums }: PayoutSums): string[] {
  const known = Object.entries(sums).filter(([name, sum]) => name !== 'returns' || sum !== 0)
  const parts = known.map(([name, sum]) => `${name} ${formatCents(sum)}`)
  const counted = charges === 1 ? '1 charge' : `${charges.toLocaleString('en-US')} charges`
  return [
    '',
    `  payout ${payout}: ${payoutStatuses[status]}, ${counted}`,
    `    ${parts.join(', ')}: ${formatCents(amount)}`,
  ]
}

function tableRow([name = '', ...figures]: string[]): string {
  return `  ${name.padEnd(20)}${figures.map((figure) => figure.padStart(16)).join('')}`
}

function amountOf(amount: Cents | null): string {
  return amount === null ? '-' : formatCents(amount)
}
