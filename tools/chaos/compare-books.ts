import type { CaughtMail } from '../mail-catcher/mail-store.ts'
import type { CheckoutRow, PaymentRow } from './books.ts'
import type { Arrival, Purchase } from './gateway-control.ts'
import type { Told } from './told.ts'

/** All three books, what the payers were told, and their letters, when everything is at rest. */
export interface Evidence {
  purchases: readonly Purchase[]
  arrivals: readonly Arrival[]
  checkouts: readonly CheckoutRow[]
  payments: readonly PaymentRow[]
  told: readonly Told[]
  mails: readonly Pick<CaughtMail, 'recipients' | 'subject'>[]
}

/** Every cent that differs between two books, and every untruth that a payer was told; none when all is well. */
export function compareBooks(evidence: Evidence): string[] {
  const live = Map.groupBy(
    evidence.purchases.filter((purchase) => purchase.state === 'live'),
    (purchase) => purchase.reference,
  )
  return [
    ...sentTwice(evidence),
    ...strangeCharges(evidence),
    ...evidence.checkouts.flatMap((checkout) => compareCheckout(checkout, live.get(checkout.reference) ?? [])),
    ...comparePayments(evidence),
    ...compareSums(evidence),
    ...untruths(evidence, live),
    ...missingEmails(evidence),
  ]
}

function sentTwice({ arrivals }: Evidence): string[] {
  const counts = Map.groupBy(arrivals, (arrival) => arrival.reference)
  return [...counts]
    .filter(([, posts]) => posts.length > 1)
    .map(([reference, posts]) => `${reference} was sent to the gateway ${posts.length} times`)
}

function strangeCharges({ purchases, checkouts }: Evidence): string[] {
  const known = new Set(checkouts.map((checkout) => checkout.reference))
  return purchases
    .filter((purchase) => !known.has(purchase.reference))
    .map((purchase) => `the gateway holds ${purchase.reference} over ${purchase.amount}, which nobody recorded`)
}

function compareCheckout(checkout: CheckoutRow, live: readonly Purchase[]): string[] {
  const { id, state, amount, reference, tag } = checkout
  const name = `checkout ${id} (${state}, ${checkout.attemptState}, ${amount}, ${reference})`
  const wrong: string[] = []
  if (checkout.itemsAmount !== amount || checkout.attemptAmount !== amount) {
    wrong.push(`${name}: its items add up to ${checkout.itemsAmount}, its attempt says ${checkout.attemptAmount}`)
  }
  const charges = live.map((purchase) => `${purchase.tag} over ${purchase.amount}`).join(', ') || 'none'
  const expected = state === 'PAID' ? `${tag} over ${amount}` : 'none'
  if (charges !== expected) wrong.push(`${name}: live charges should be ${expected}; the gateway holds ${charges}`)
  return wrong
}

function comparePayments({ checkouts, payments }: Evidence): string[] {
  const wrong = payments
    .filter(({ ours, billed, postingState }) => ours !== billed || postingState !== 'POSTED')
    .map(
      ({ receipt, ours, billed, postingState }) =>
        `receipt ${receipt}: we have ${ours} (${postingState}), the billing system has ${billed}`,
    )
  const posted = Map.groupBy(payments, (payment) => payment.checkoutId)
  for (const { id, state, accounts } of checkouts) {
    const count = posted.get(id)?.length ?? 0
    const expected = state === 'PAID' ? accounts : 0
    if (count !== expected) wrong.push(`checkout ${id} (${state}) has ${count} postings instead of ${expected}`)
  }
  return wrong
}

/** Redundant when all of the above holds, but the one line that an auditor would ask for. */
function compareSums(evidence: Evidence): string[] {
  const { gateway, ours, billed } = sumsOf(evidence)
  return gateway === ours && ours === billed
    ? []
    : [`the gateway holds ${gateway} cents, we hold ${ours}, the billing system ${billed}`]
}

/** The total of each book, in cents. */
export function sumsOf({ purchases, checkouts, payments }: Evidence): {
  gateway: number
  ours: number
  billed: number
} {
  const sum = (amounts: number[]): number => amounts.reduce((whole, amount) => whole + amount, 0)
  return {
    gateway: sum(purchases.filter(({ state }) => state === 'live').map(({ amount }) => amount)),
    ours: sum(checkouts.filter(({ state }) => state === 'PAID').map(({ amount }) => amount)),
    billed: sum(payments.map(({ billed }) => Number(billed?.split(' ')[1] ?? 0))),
  }
}

/**
 * Approved means that the card was charged and stays charged. Declined, failed, reversed and refused mean that no money
 * was taken, and that none is taken later.
 */
function untruths({ told, checkouts }: Evidence, live: ReadonlyMap<string, readonly Purchase[]>): string[] {
  const byKey = new Map(checkouts.map((checkout) => [checkout.key, checkout]))
  return told.flatMap(({ key, outcome }) => {
    const checkout = byKey.get(key)
    const isCharged = checkout !== undefined && live.has(checkout.reference)
    const stands = checkout ? `checkout ${checkout.id} is ${checkout.state}` : 'there is no such checkout'
    if (outcome === 'approved' && !isCharged) return [`${key} was told approved, but ${stands} and nothing is charged`]
    const meansUncharged = outcome !== 'approved' && outcome !== 'beingConfirmed'
    if (meansUncharged && isCharged) return [`${key} was told ${outcome}, but ${stands} and charged`]
    return outcome !== 'refused' && !checkout ? [`${key} was told ${outcome}, but ${stands}`] : []
  })
}

function missingEmails({ checkouts, mails }: Evidence): string[] {
  const sent = new Set(mails.map(({ recipients, subject }) => `${recipients.join()} ${subject.split(' ').at(-1)}`))
  return checkouts
    .filter(({ state, confirmationEmail }) => state === 'PAID' && confirmationEmail !== null)
    .filter(({ confirmationEmail, tag }) => !sent.has(`${confirmationEmail} W-${tag}`))
    .map(({ id, tag }) => `the payer of checkout ${id} got no confirmation of receipt W-${tag}`)
}
