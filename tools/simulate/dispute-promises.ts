import { isUndecided } from '@portal/server/payments/states.ts'
import { must } from './broken-promise.ts'
import type { GatewayOfWorld } from './partners/books.ts'
import type { CheckoutRecord } from './records.ts'
import type { SimulatedWorld } from './world.ts'

/** Every event about a refund or dispute has arrived, and has been acted on unless its payment cannot settle. */
export function checkEvents({ gateway, live }: SimulatedWorld): void {
  const { toldLater = 0 } = gateway
  must(live.heard === toldLater, `${toldLater} events were made, and ${live.heard} have arrived`)
  const isStuck = live.checkouts.some(({ attempt }) => isUndecided(attempt) || attempt === 'REVERSING')
  must(isStuck || live.due.events === Infinity, 'an event is not acted on')
}

/** Taken back by a bank that has changed its mind since: the payment stays canceled, and a person gives it back. */
export function wonOnAppeal({ disputes }: CheckoutRecord): CheckoutRecord['disputes'] {
  return disputes.filter(({ state, tookBack }) => tookBack && state === 'WON')
}

/** What the bank says is known and in the books, and what it took is taken back once. */
export function checkDisputes(
  { gateway }: { gateway: Pick<GatewayOfWorld, 'disputes'> },
  checkout: CheckoutRecord,
): void {
  const { attempt, disputes, events, ledger, state, amount: whole } = checkout
  const isOpen = isUndecided(attempt.state) || attempt.state === 'REVERSING'
  for (const said of isOpen ? [] : (gateway.disputes ?? []).filter(({ chargeTag }) => chargeTag === attempt.tag)) {
    const known = disputes.find(({ tag }) => tag === said.tag)
    must(known?.state === said.state, `the bank says ${said.state}, and the portal ${known?.state}`, checkout)
    must(known?.amount === (said.amount ?? whole), 'a dispute is about another amount', checkout)
  }
  const lost = disputes.filter((each) => each.state === 'LOST' && each.amount === whole)
  must(state !== 'PAID' || lost.length === 0, 'paid, and the bank has taken all of it', checkout)
  const takenBack = events.filter(
    ({ from, to, subject }) => subject === 'attempt' && from === 'CHARGED' && to === 'REVERSED',
  )
  const took = disputes.filter(({ tookBack }) => tookBack)
  must(takenBack.length === took.length && took.length <= 1, 'a lost dispute reverses once', checkout)
  const held = disputes.filter((each) => each.state === 'OPEN' || (each.state === 'LOST' && !each.tookBack))
  const expected = held.reduce((sum, { amount }) => sum + amount, 0)
  const booked = ledger.filter(({ book }) => book === 'disputed').reduce((sum, { amount }) => sum + amount, 0)
  must(booked === expected, `${booked} are held as disputed, not ${expected}`, checkout)
}
