import { type Instant, daysAfter, epochOf, later } from '@portal/contract/dates'
import { agreementMoves, plannedMoves } from '@portal/server/payments/states.ts'
import { checkNotices, noticeIn } from './autopay-notices.ts'
import type { AutopayRecords, Charge, Send } from './autopay-records.ts'
import { must } from './broken-promise.ts'
import { dayOf } from './partners/bills.ts'
import { liveCharges } from './partners/books.ts'
import type { CheckoutRecord } from './records.ts'
import type { SimulatedWorld } from './world.ts'

/** What AutoPay promises (docs/payments.md), once everything has come to rest. */
export function checkAutopay(
  simulated: SimulatedWorld,
  checkouts: readonly CheckoutRecord[],
  all: AutopayRecords,
): void {
  checkLog(simulated, all)
  for (const send of all.sends) {
    const charge = all.charges.find(({ id }) => id === send.charge)
    if (!charge) throw new Error('A checkout without its charge')
    const isTakenOver = all.events.some((each) => each.charge === charge.id && each.from === 'SKIPPED')
    // What was agreed when it was sent is not known any more.
    const known = isTakenOver ? { ...charge, most: null, low: 0, high: Infinity } : charge
    checkAmount(simulated, checkouts, known, send)
    checkNotice(simulated, all, known, send)
  }
  for (const charge of all.charges) checkCharge(simulated, all, charge)
  checkEmails(all)
  must(all.onBlocked.length === 0, `agreements ${all.onBlocked.join()} debit a blocked bank account`)
  checkNotices(simulated, checkouts, all)
}

/** Nothing is sent after an end, a pause or a removal, nor two at a time, nor more than an hour's share. */
function checkLog(simulated: SimulatedWorld, { events, charges, sends }: AutopayRecords): void {
  const agreements = new Map<number, string>()
  const open = new Map<number, number>()
  const stood = new Map<number, string | null>()
  const hours = new Map<string, number>()
  for (const event of events) {
    const { agreement, charge: id, from, to } = event
    if (agreement !== null) {
      must(isLegal(agreementMoves, from, to), `an agreement went from ${from} to ${to}`)
      agreements.set(agreement, to)
    }
    const charge = charges.find((each) => each.id === id)
    if (!charge) continue
    must(isLegal(plannedMoves, from, to), `a planned charge went from ${from} to ${to}`)
    must(from === null || from === (stood.get(charge.id) ?? from), `the log of charge ${id} jumps to ${from}`)
    stood.set(charge.id, to)
    const isHeldFor = from === to && event.why === 'paused' && charge.agreement !== null
    if (isHeldFor)
      must(agreements.get(charge.agreement ?? 0) !== 'ACTIVE', `charge ${id} waits for a pause that is over`)
    if (charge.agreement !== null && from === 'SENT' && open.get(charge.agreement) === id) open.delete(charge.agreement)
    if (to !== 'SENT') continue
    const hour = event.at.slice(0, 13)
    hours.set(hour, (hours.get(hour) ?? 0) + 1)
    const send = sends.find(({ reference }) => reference === event.reference)
    if (!send) throw new Error('Sent, and there is no checkout')
    must((simulated.removedMethods.get(send.card) ?? Infinity) >= event.id, 'a removed card was charged')
    // Before another agreement took the bill over, it was under one that has ended since.
    const isTakenOverLater = events.some((each) => each.charge === id && each.from === 'SKIPPED' && each.id > event.id)
    if (charge.agreement === null || isTakenOverLater) continue
    const state = agreements.get(charge.agreement)
    must(state === 'ACTIVE', `charge ${id} was sent while its agreement was ${state}`)
    must(!open.has(charge.agreement), 'an agreement has two charges at a time')
    open.set(charge.agreement, charge.id)
  }
  for (const [hour, many] of hours)
    must(many <= simulated.mostPerHour, `${many} charges were sent in the hour of ${hour}`)
}

function isLegal(moves: Readonly<Record<string, readonly string[]>>, from: string | null, to: string): boolean {
  return from === null || from === to || (moves[from]?.includes(to) ?? false)
}

/** Never above what was agreed, nor above what was owed when it was sent. */
function checkAmount(
  simulated: SimulatedWorld,
  checkouts: readonly CheckoutRecord[],
  { account, agreement, asked, most }: Charge,
  { at, bill: amount, reference }: Send,
): void {
  const agreed = [most ?? Infinity, ...(simulated.agreedMost.get(agreement ?? 0) ?? [])]
  must(amount <= Math.max(...agreed), `${amount} is more than was agreed`)
  must(asked === null || amount <= asked, `${amount} is more than the customer has set`)
  // The notice may have been for less: no bank pays what another one is about to pay.
  const other = checkouts.find(
    (each) =>
      each.isFromBank &&
      each.reference !== reference &&
      each.items.some(({ accountId }) => accountId === account) &&
      each.sentAt < at &&
      (each.settledAt === null || each.settledAt > astray(at)),
  )
  must(!other, `${reference} was sent while ${other?.reference} ran`)
  const paid = checkouts
    .filter((each) => each.state === 'PAID' && each.reference !== reference && each.decidedAt !== null)
    .filter(({ decidedAt }) => decidedAt !== null && decidedAt <= at)
    .flatMap(({ items }) => items)
    .filter(({ accountId }) => accountId === account)
    .reduce((sum, item) => sum + item.amount, 0)
  const owed = simulated.bills.mostOwed(account, epochOf(at) - twoMinutes, epochOf(astray(at))) - paid
  must(amount <= owed, `${amount} was charged when ${owed} was owed`)
}

const twoMinutes = 120_000

/** The clock of the server that wrote this may have been behind. */
function astray(at: Instant): Instant {
  return later(at, 10_000)
}

/** Only with a notice that has left, of at least that amount, early enough, and not before the day that it said. */
function checkNotice(simulated: SimulatedWorld, { emails }: AutopayRecords, charge: Charge, send: Send): void {
  const sentOn = dayOf(epochOf(send.at))
  if (charge.agreement === null) {
    // What was declined may have been changed since, and noticed again.
    if (send.attempt !== 'CHARGED') return
    const hasLeft = emails.some(
      ({ key, deliveredAt }) => key === charge.noticeKey && deliveredAt !== null && deliveredAt <= astray(send.at),
    )
    return must(hasLeft && charge.chargeOn <= sentOn, `scheduled charge ${charge.id} was not told, or made too soon`)
  }
  const { low, high } = charge
  const ever = simulated.agreedRanges.get(charge.agreement ?? 0) ?? []
  const ranges = low === null || high === null ? ever : [...ever, { low, high }]
  const isForeseen = ranges.some((range) => range.low <= send.amount && send.amount <= range.high)
  const lead = send.funding === 'credit' || isForeseen ? 5 : 10
  const notices = emails.filter(
    ({ kind, key }) => kind === 'autopay-notice' && key.startsWith(`autopay-notice-${charge.id}-`),
  )
  const isMailed = notices.some(({ subject, deliveredAt }) => {
    if (deliveredAt === null || deliveredAt > astray(send.at)) return false
    const { amount, on } = noticeIn(subject)
    return amount >= send.amount && on <= sentOn && daysAfter(dayOf(epochOf(deliveredAt)), lead) <= sentOn
  })
  const said = notices.map(({ subject, deliveredAt }) => `${subject}, left ${deliveredAt}`).join('; ')
  must(isMailed, `charge ${charge.id} of ${send.amount} at ${send.at} was not told: ${said}`)
}

/** By reasons that a bank may give another answer to; after any other, nobody asks again. */
const mayAskAgain = ['insufficient_funds', 'processing_error']
const daysBetweenTries = 3
const noticeDays = 5

function checkCharge(simulated: SimulatedWorld, { charges, sends }: AutopayRecords, charge: Charge): void {
  const own = sends.filter((send) => send.charge === charge.id)
  const isRefused = ({ attempt }: Send): boolean => attempt === 'DECLINED' || attempt === 'RETURNED'
  const declined = own.filter(isRefused)
  must(declined.length <= 2, `charge ${charge.id} was declined ${declined.length} times`)
  for (const [index, send] of own.entries()) {
    const last = own.slice(0, index).findLast(isRefused)
    // Another card may be asked at once.
    if (!last || last.card !== send.card) continue
    const why = last.returned ?? last.declineCode
    must(last.returned ? why === 'funds' : mayAskAgain.includes(why ?? ''), `tried again after ${why}`)
    // A debit that was returned is noticed anew.
    const soonest = daysAfter(dayOf(epochOf(last.at)), last.returned ? noticeDays : daysBetweenTries)
    must(soonest <= dayOf(epochOf(send.at)), `tried again too soon, ${last.at} and ${send.at}`)
  }
  const { bills } = simulated
  const isSameBill = (each: Charge): boolean =>
    each.id === charge.id || (each.bill !== null && charge.bill !== null && bills.isSame(each.bill, charge.bill))
  const same = charges.filter(isSameBill).map(({ id }) => id)
  const references = sends.filter((send) => same.includes(send.charge)).map(({ reference }) => reference)
  const live = references.flatMap((reference) => liveCharges(simulated.gateway.rows, reference))
  const running = simulated.gateway.intents?.filter(
    (each) => each.status === 'processing' && references.includes(each.reference),
  )
  must(live.length + (running?.length ?? 0) <= 1, `the bill of charge ${charge.id} has two debits`)
  must(live.length <= 1, `the bill of charge ${charge.id} was charged ${live.length} times`)
  const wasPaid = own.some(({ attempt }) => attempt === 'CHARGED')
  must(!wasPaid || charge.state === 'PAID', `charge ${charge.id} is ${charge.state}, and was charged`)
  const isFinal = ['PAID', 'FAILED', 'SKIPPED'].includes(charge.state)
  const isOpen = own.some(({ attempt }) => attempt === 'UNKNOWN' || attempt === 'ESCALATED')
  const isDue = charge.chargeOn < dayOf(simulated.scheduler.epoch())
  must(
    isFinal || isOpen || !isDue || charge.held !== null,
    `charge ${charge.id} is ${charge.state}, and nobody knows why`,
  )
}

/** Every decline, failure, pause and end has its email. */
function checkEmails({ events, emails, charges }: AutopayRecords): void {
  const has = (kind: string, key: string): boolean =>
    emails.some((each) => each.kind === kind && each.key.startsWith(key))
  for (const { agreement, charge, to, from, why, at } of events) {
    if (agreement !== null && to === 'ENDED')
      must(has('autopay-ended', `autopay-ended-${agreement}`), 'an end was not told')
    if (agreement !== null && to === 'PAUSED' && from !== to) {
      const isMailed = emails.some(({ kind, queuedAt }) => kind === 'autopay-paused' && queuedAt === at)
      must(isMailed, `a pause was not told: ${why}`)
    }
    // What customers are told of payments that they have scheduled has its own tests.
    if (charge === null || charges.find(({ id }) => id === charge)?.agreement === null) continue
    const isDone = charges.some(({ id, state }) => id === charge && state !== 'DECLINED')
    if (
      to === 'DECLINED' &&
      isDone &&
      !events.some((each) => each.charge === charge && each.from === 'DECLINED' && each.to === 'SKIPPED')
    ) {
      const isMailed =
        has('autopay-declined', `autopay-declined-${charge}-`) ||
        has('autopay-returned', `autopay-returned-${charge}-`) ||
        has('autopay-paused', `autopay-paused-charge-${charge}`)
      must(isMailed, `a decline of charge ${charge} was not told`)
    }
    if (to === 'FAILED' && why !== null)
      must(has('autopay-paused', `autopay-paused-charge-${charge}`), 'a failure was not told')
  }
}
