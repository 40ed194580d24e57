import { expect } from 'vitest'
import type { Move, Players } from './any-moves.ts'
import type { Told } from './calls.ts'

interface Row {
  id: number
  session_id: number
  state: string
  amount_cents: number
  items: number
  foreign_accounts: number
  postings: number
  posted: number
  holds: number
}

const stateOf: Record<string, string> = {
  charged: 'PAID',
  declined: 'DECLINED',
  notSent: 'NOT_CHARGED',
  unknown: 'UNDECIDED',
}

export async function readRows({ world }: Players): Promise<Row[]> {
  const found = await world.portal.database.pool.query<Row>(`
    select id, session_id, state, amount_cents,
      coalesce((select sum(amount_cents) from checkout_item where checkout_id = checkout.id), 0)::bigint as items,
      (select count(*) from checkout_item item where checkout_id = checkout.id and not exists (
        select from session_account a where a.session_id = checkout.session_id and a.account_id = item.account_id)
      ) as foreign_accounts,
      (select count(*) from posting where checkout_id = checkout.id) as postings,
      (select count(*) from posting where checkout_id = checkout.id and state = 'POSTED') as posted,
      (select count(*) from account_hold join charge_attempt a on a.id = attempt_id where a.checkout_id = checkout.id)
        as holds
    from checkout order by id`)
  return found.rows
}

/** One entry each. */
export async function spentVerifications({ world, verifications }: Players): Promise<string[]> {
  const spent = await world.rows('select id from spent_human_check')
  const ids = new Set(spent.map(({ id }) => id))
  return verifications.flatMap(({ id, owner }) => (ids.has(id) ? [String(owner)] : []))
}

/** True whatever was sent (docs/payments.md). */
export function checkRecords({ outcomes, sessions }: Players, rows: Row[], spent: string[]): void {
  expect(new Set(outcomes.map(({ checkout }) => checkout)).size, 'a payment was charged twice').toBe(outcomes.length)
  const charged = rows.filter(({ id }) => outcomes.some(({ checkout }) => checkout === String(id)))
  const owners = charged.map(({ session_id }) => String(sessions.indexOf(session_id)))
  expect(spent.toSorted(), 'not one human verification for each charge').toEqual(owners.toSorted())
  for (const row of rows) {
    const outcome = outcomes.find(({ checkout }) => checkout === String(row.id))
    const expected = outcome ? [stateOf[outcome.outcome]] : ['DRAFT', 'EXPIRED']
    expect(expected, 'a payment stands otherwise than its charge').toContain(row.state)
    expect(row.foreign_accounts, 'a payment of an account its session has not found').toBe(0)
    expect(row.postings > 0, 'posted without a charge, or not at all').toBe(row.state === 'PAID')
    expect(row.holds > 0, 'held without an open outcome, or not held').toBe(row.state === 'UNDECIDED')
    if (outcome) {
      expect(outcome.amount, 'charged another amount').toBe(row.amount_cents)
      expect(row.items, 'the accounts do not add up').toBe(row.amount_cents)
    }
  }
}

/** Must be so, and the browser's own. */
export function checkReply(players: Players, rows: Row[], move: Move, told: Told | null): void {
  if (!told) return
  expect([200, 400, 403]).toContain(told.code)
  const text = JSON.stringify(told.body)
  const mine = players.sessions[move.who]
  for (const { checkout, reference, tag } of players.outcomes) {
    if (rows.find(({ id }) => String(id) === checkout)?.session_id === mine) continue
    expect(text, 'told of a payment of somebody else').not.toContain(reference)
    expect(text, 'told of a payment of somebody else').not.toMatch(new RegExp(`W-${tag}\\b|"${tag}"`))
  }
  const { result } = told.body
  const data = result?.data
  if (data?.['Reference_No'] === undefined) return checkSuccess(rows, move, mine, result)
  const outcome = players.outcomes.find(({ reference }) => reference === data['Reference_No'])
  expect(outcome?.outcome).toBe(data['Transaction_Approved'] === 'true' ? 'charged' : 'declined')
  expect(data['DollarAmount']).toBe(((outcome?.amount ?? 0) / 100).toFixed(2))
}

/** After the charge: this session has a payment that is so. */
function checkSuccess(rows: Row[], move: Move, mine: number | undefined, result: Told['body']['result']): void {
  if (result?.status !== 'Success' || move.name === 'insert-transaction-logs') return
  const paid = rows.filter((row) => row.session_id === mine && row.state === 'PAID')
  expect(paid, `${move.name} agreed to a payment that is not paid`).not.toEqual([])
  if (move.name !== 'make-payment' && move.name !== 'update-overall-payment') return
  expect(
    paid.some(({ posted }) => posted > 0),
    `${move.name} says posted, and nothing is`,
  ).toBe(true)
}
