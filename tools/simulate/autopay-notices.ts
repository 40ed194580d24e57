import { CalendarDate, type Instant, daysAfter, epochOf, instantOf, later } from '@portal/contract/dates'
import type { AutopayEvent, AutopayRecords, Charge, SentEmail, Send } from './autopay-records.ts'
import { must } from './broken-promise.ts'
import { dayOf } from './partners/bills.ts'
import type { CheckoutRecord } from './records.ts'
import type { SimulatedWorld } from './world.ts'

/** What AutoPay promises about what customers and staff are told (docs/payments.md), once everything has come to rest. */
export function checkNotices(
  simulated: SimulatedWorld,
  checkouts: readonly CheckoutRecord[],
  all: AutopayRecords,
): void {
  for (const charge of all.charges.filter(({ agreement }) => agreement !== null)) {
    const notices = noticesOf(all, charge)
    for (const send of all.sends.filter((each) => each.charge === charge.id)) checkNewest(all, charge, notices, send)
    checkReplaced(all, charge, notices)
    checkLookedAt(simulated, checkouts, all, charge, notices)
  }
  for (const email of all.emails) {
    if (email.kind === 'autopay-notice') checkLateness(email)
    checkPromise(all, email)
  }
  checkExceptions(simulated, all)
}

const day = 86_400_000
/** Clocks of servers differ by up to nine seconds from that of the mail server. */
const astray = 20_000

interface Notice {
  email: SentEmail
  amount: number
  on: CalendarDate
  leftAt: Instant
}

/** Those that have left, in their order. */
function noticesOf({ emails }: AutopayRecords, { id }: Charge): Notice[] {
  return emails
    .filter(({ kind, key }) => kind === 'autopay-notice' && key.startsWith(`autopay-notice-${id}-`))
    .flatMap((email) => (email.deliveredAt ? [{ email, leftAt: email.deliveredAt, ...noticeIn(email.subject) }] : []))
}

export function noticeIn(subject: string): { amount: number; on: CalendarDate } {
  const [, amount = '', on = ''] = /\$([\d,.]+) on (\S+)/.exec(subject) ?? []
  return { amount: Number(amount.replaceAll(/[,.]/g, '')), on: dateIn(on) }
}

function dateIn(text: string): CalendarDate {
  const [, month, date, year] = /(\d\d)\/(\d\d)\/(\d{4})/.exec(text) ?? []
  return CalendarDate.parse(`${year}-${month}-${date}`)
}

/** The newest notice allows the charge, and after a pause there is a new one. */
function checkNewest({ events }: AutopayRecords, charge: Charge, notices: readonly Notice[], send: Send): void {
  const left = notices.filter(({ leftAt }) => leftAt <= later(send.at, astray))
  const newest = left.at(-1)
  const isAllowed = newest && newest.amount >= send.amount && newest.on <= dayOf(epochOf(send.at))
  must(
    isAllowed === true,
    `charge ${charge.id} of ${send.amount} at ${send.at}, but the newest notice said ${newest?.email.subject}`,
  )
  const sent = events.find(({ reference }) => reference === send.reference)
  const own = events.filter(({ agreement, id }) => agreement === charge.agreement && id < (sent?.id ?? 0))
  const resumed = own.findLast(({ from, to }) => from === 'PAUSED' && to === 'ACTIVE')
  const isNew = !resumed || left.some(({ email }) => email.queuedAt >= later(resumed.at, -astray))
  must(isNew, `charge ${charge.id} was sent at ${send.at} without a notice since the pause ended at ${resumed?.at}`)
}

/** What differs from the notice before says so. A second try has been told by another email. */
function checkReplaced({ events }: AutopayRecords, { id }: Charge, notices: readonly Notice[]): void {
  for (const [index, { email, amount, on }] of notices.entries()) {
    const before = notices[index - 1]
    if (!before || before.leftAt > later(email.queuedAt, -astray)) continue
    if (before.amount === amount && before.on === on) continue
    const isOther = events.some(
      (event) =>
        event.charge === id &&
        (event.to === 'DECLINED' || event.from === 'SKIPPED') &&
        event.at >= later(before.email.queuedAt, -astray) &&
        event.at <= email.queuedAt,
    )
    must(isOther || email.subject.includes('will now charge'), `${email.key} does not say that it replaces another`)
  }
}

/** A notice of a charge after the due date says so, and no other one does. */
function checkLateness({ key, subject, text }: SentEmail): void {
  const due = /due date\D+(\d\d\/\d\d\/\d{4})/i.exec(text)?.[1] ?? ''
  const isLate = noticeIn(subject).on > dateIn(due)
  must(
    isLate === /before this\s+charge/.test(text),
    `${key} ${isLate ? 'does not say' : 'says'} that its charge is late`,
  )
}

/** Nothing is promised while AutoPay is paused or has ended. */
function checkPromise({ charges, events }: AutopayRecords, { kind, key, deliveredAt }: SentEmail): void {
  if (deliveredAt === null || !['autopay-notice', 'autopay-late', 'autopay-resumed'].includes(kind)) return
  const id = Number(key.slice(kind.length + 1).split('-')[0])
  const isTakenOverLater = events.some(
    (each) => each.charge === id && each.from === 'SKIPPED' && each.at >= deliveredAt,
  )
  if (kind !== 'autopay-resumed' && isTakenOverLater) return
  const agreement = kind === 'autopay-resumed' ? id : charges.find((charge) => charge.id === id)?.agreement
  const own = events.filter((event) => event.agreement === agreement)
  if (own.some(({ at }) => Math.abs(epochOf(at) - epochOf(deliveredAt)) <= astray)) return
  const state = stateAt(own, deliveredAt)
  must(state === 'ACTIVE', `${key} left at ${deliveredAt}, and its agreement was ${state}`)
}

function stateAt(events: readonly AutopayEvent[], at: Instant): string | undefined {
  return events.findLast((event) => event.at <= at)?.to
}

/**
 * Within a day of an import by which more is owed than noticed, the charge is looked at: never only on its own day. Not
 * while every machine sleeps.
 */
function checkLookedAt(
  { bills, gateway, servers }: SimulatedWorld,
  checkouts: readonly CheckoutRecord[],
  { events }: AutopayRecords,
  { id, account, agreement }: Charge,
  notices: readonly Notice[],
): void {
  const own = events.filter(({ charge }) => charge === id)
  if (own.some(({ from }) => from === 'SKIPPED')) return
  const ofAgreement = events.filter((each) => each.agreement === agreement)
  const paying = checkouts.filter(({ items }) => items.some(({ accountId }) => accountId === account))
  for (const [index, { at, owed }] of bills.imports.entries()) {
    const [from, until] = [instantOf(at), instantOf(at + day)]
    const next = bills.imports[index + 1]
    const noticed = notices.findLast(({ leftAt }) => leftAt <= later(from, -astray))
    if (!noticed || !next || stateAt(own, from) !== 'NOTIFIED' || stateAt(ofAgreement, from) !== 'ACTIVE') continue
    const isChanged = [...own, ...ofAgreement].some((each) => each.at > from && each.at <= until)
    const isOpen = paying.some(({ sentAt, decidedAt }) => sentAt <= until && (decidedAt === null || decidedAt > from))
    const asleep = (gateway.asleep ?? []).filter((each) => each.from < at + day && each.until > at)
    if (isChanged || isOpen || asleep.length >= servers) continue
    const paid = paying
      .filter(({ state }) => state === 'PAID' || state === 'REVERSING' || state === 'REVERSED')
      .flatMap(({ items }) => items)
      .filter(({ accountId }) => accountId === account)
      .reduce((sum, { amount }) => sum + amount, 0)
    const known = Math.min(owed.get(account) ?? 0, next.owed.get(account) ?? 0) - paid
    must(known <= noticed.amount, `charge ${id} was noticed with ${noticed.amount}, and ${known} is owed since ${from}`)
  }
}

/** Held back until a person acts. What else holds a charge back passes by itself. */
const untilPeopleAct = ['no_email', 'notice_refused', 'other_gateway', 'paused', 'run_stopped', 'stale_import']

/** A charge that is planned again has another day, which its customer has yet to be told. */
const plannedAgain = ['changed', 'resumed', 'due_date']

/** Staff sees only what a person must do, and no bill before the day that its customer was told. */
function checkExceptions({ exceptions }: SimulatedWorld, records: AutopayRecords): void {
  for (const { charge: id, held, at } of exceptions) {
    must(untilPeopleAct.includes(held), `charge ${id} was an exception at ${instantOf(at)}, held for ${held}`)
    const charge = records.charges.find((each) => each.id === id)
    if (!charge || charge.agreement === null) continue
    const planned =
      records.events.findLast(
        (event) => event.charge === id && epochOf(event.at) <= at - astray && plannedAgain.includes(event.why ?? ''),
      )?.at ?? charge.madeAt
    const newest = noticesOf(records, charge).findLast(({ leftAt }) => epochOf(leftAt) <= at - astray)
    const first = daysAfter(dayOf(epochOf(planned)), 5)
    must(
      (newest && newest.leftAt >= planned ? newest.on : first) < dayOf(at),
      `charge ${id} was an exception at ${instantOf(at)}, before its day`,
    )
  }
}
