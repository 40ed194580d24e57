import { isOpen, isUndecided } from '@portal/server/payments/states.ts'
import { must } from './broken-promise.ts'
import type { GatewayOfWorld } from './partners/books.ts'
import type { CheckoutRecord } from './records.ts'
import type { SimulatedWorld } from './world.ts'

/** Every event about a refund or dispute has arrived, and has been acted on unless its payment cannot settle. */
export function checkEvents({ gateway, live }: SimulatedWorld, notRecorded: ReadonlySet<string>): void {
  const { toldLater = 0, elsewhere = [] } = gateway
  must(live.heard === toldLater, `${toldLater} events were made, and ${live.heard} have arrived`)
  const isStuck = live.checkouts.some(({ attempt }) => isUndecided(attempt))
  must(isStuck || live.due.events === Infinity, 'an event is not acted on')
  for (const tag of elsewhere) must(notRecorded.has(tag), `nobody is told of ${tag}, which is of no payment`)
}

/** What the bank says is known and in the books, and what it took is taken back once. */
export function checkDisputes(
  { gateway }: { gateway: Pick<GatewayOfWorld, 'disputes'> },
  checkout: CheckoutRecord,
): void {
  const { attempt, disputes, ledger, amount: whole } = checkout
  const said = (gateway.disputes ?? []).filter(({ chargeTag }) => chargeTag === attempt.tag)
  for (const one of isOpen(attempt.state) ? [] : said) {
    const known = disputes.find(({ tag }) => tag === one.tag)
    must(known?.state === one.state, `the bank says ${one.state}, and the portal ${known?.state}`, checkout)
    must(known?.amount === (one.amount ?? whole), 'a dispute is about another amount', checkout)
  }
  checkTakenBack(checkout)
  const held = disputes.filter((each) => each.state === 'OPEN' || (each.state === 'LOST' && !each.tookBack))
  const expected = held.reduce((sum, { amount }) => sum + amount, 0)
  const booked = ledger.filter(({ book }) => book === 'disputed').reduce((sum, { amount }) => sum + amount, 0)
  must(booked === expected, `${booked} are held as disputed, not ${expected}`, checkout)
}

/** The payer has the money once, and the payment stands as the last decision says. */
function checkTakenBack(checkout: CheckoutRecord): void {
  const { attempt, disputes, items, reversals, state, amount: whole } = checkout
  const lost = disputes.filter((each) => each.state === 'LOST' && each.amount === whole)
  const took = disputes.filter(({ tookBack }) => tookBack)
  must(took.length <= 1 && took.every((each) => lost.includes(each)), 'what was not lost is taken back', checkout)
  must(state !== 'PAID' || lost.length === 0, 'paid, and the bank has taken all of it', checkout)
  const wasPaid = items.some(({ posting }) => posting)
  must(!wasPaid || state !== 'REVERSING' || lost.length === 0, 'owed to a payer who has it from the bank', checkout)
  const isRefunded = reversals.some((each) => each.tag === attempt.tag && each.state === 'DONE')
  const back = [...took, ...reversals.filter((each) => each.tag === attempt.tag && each.state === 'DONE')]
  must(back.reduce((sum, { amount }) => sum + amount, 0) <= whole, 'more is given back than was charged', checkout)
  must(!wasPaid || state !== 'REVERSED' || isRefunded || took.length === 1, 'nobody has the money back', checkout)
}

/** How often a payment stood again because the bank had changed its mind. */
export function standsAgain({ events }: Pick<CheckoutRecord, 'events'>): number {
  return events.filter(({ subject, from, to }) => subject === 'attempt' && from === 'REVERSED' && to === 'CHARGED')
    .length
}
