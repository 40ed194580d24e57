import {
  type Autopay,
  type AutopayAgreement,
  type AutopayTerms,
  earlyNoticeDays,
  type HeldReason,
  listAutopay,
  needsEarlyNotice,
} from '@portal/contract/autopay'
import { autopayTexts, heldTexts } from '@portal/contract/autopay-texts'
import type { AccountNumber } from '@portal/contract/ids'
import { smallestPayment } from '@portal/contract/payments'
import { useQuery } from '@tanstack/react-query'
import { usePortalStart } from '#api/portal-start.tsx'
import { send } from '#api/send.ts'
import { cardInWords } from '#payment/saved-cards/use-saved-cards.ts'
import type { ChipTone } from '#ui/text/chip.tsx'
import { dollars, formatDate, weekdayAndDate } from '#ui/text/format.ts'
import { plural, t } from '#ui/text/t.ts'
import type { Accounts } from '../accounts/use-accounts.ts'

export const autopayKey = ['autopay'] as const

/** AutoPay of the customer's accounts; not asked for where the gateway keeps no cards. */
export function useAutopay() {
  const { savesCards } = usePortalStart()
  return useQuery({
    queryKey: autopayKey,
    queryFn: async ({ signal }) => await send(listAutopay, { as: 'customer', signal }),
    enabled: savesCards === true,
  })
}

/** What comes next, in a sentence, and what there is to add. */
export function nextInWords({ next, card: charged, terms }: AutopayAgreement): { text: string; more: string } {
  const none = { text: t(autopayTexts.noBill), more: '' }
  if (!next) return none
  const card = cardInWords(charged)
  if (next.isUnderWay) return { text: t(autopayTexts.charging, { card }), more: '' }
  const day = weekdayAndDate(next.on)
  const more = next.heldFor ? t(heldTexts[next.heldFor]) : ''
  if (next.amount === null)
    return { text: t(autopayTexts.willChargeSome, { card, day }), more: more || t(autopayTexts.amountToCome) }
  if (next.amount < smallestPayment) return none
  const amount = dollars(next.amount)
  if (terms.most !== null && next.amount > terms.most)
    return { text: t(autopayTexts.overMost, { most: dollars(terms.most) }), more: '' }
  if (next.isRetry) return { text: t(autopayTexts.willTryAgain, { amount, card, day }), more }
  return next.isEstimate
    ? { text: t(autopayTexts.willChargeAbout, { amount, card, day }), more: more || t(autopayTexts.amountToCome) }
    : { text: t(autopayTexts.willCharge, { amount, card, day }), more: more || t(autopayTexts.canStop) }
}

/** In a few words, for a list of accounts; null without AutoPay. */
export function markOf({ agreements, byOthers }: Autopay, account: AccountNumber): Mark | null {
  const agreement = agreements.find(({ accountId }) => accountId === account)
  const on: Mark = { tone: 'good', text: t(autopayTexts.markOn) }
  if (!agreement) return byOthers.includes(account) ? on : null
  const { state, next, terms } = agreement
  if (state === 'PAUSED') return { tone: 'bad', text: t(autopayTexts.markPaused) }
  if (!next || (next.amount !== null && next.amount < smallestPayment)) return on
  if (next.isUnderWay) return { tone: 'good', text: t(autopayTexts.markCharging) }
  if (terms.most !== null && next.amount !== null && next.amount > terms.most)
    return { tone: 'waiting', text: t(autopayTexts.markOverMost) }
  if (next.heldFor && !soonGone.includes(next.heldFor)) return { tone: 'waiting', text: t(autopayTexts.markWaits) }
  return { tone: 'good', text: t(autopayTexts.markNext, { day: weekdayAndDate(next.on) }) }
}

/** What holds a charge for some hours, and changes nothing for its customer. */
const soonGone: readonly HeldReason[] = ['after_hours', 'hour_full', 'notice_waits']

interface Mark {
  readonly tone: ChipTone
  readonly text: string
}

export function dayInWords({ rule, number }: AutopayTerms['day']): string {
  if (rule === 'dueDate') return t('On the due date')
  if (rule === 'daysBefore') return plural(number, '1 day before the due date', '{count} days before the due date')
  return t('On day {number} of the month, or before', { number })
}

export function noticeInWords({ card, terms: { range } }: AutopayAgreement, { noticeDays }: Autopay['rules']): string {
  const days = needsEarlyNotice(card.funding) ? Math.max(earlyNoticeDays, noticeDays) : noticeDays
  if (!range || !needsEarlyNotice(card.funding))
    return plural(days, 'By email, 1 day before', 'By email, {count} days before')
  return t('By email, {noticeDays} days before, or {days} outside {low} to {high}', {
    noticeDays,
    days,
    low: dollars(range.low),
    high: dollars(range.high),
  })
}

export function endInWords({ endsOn }: AutopayTerms): string {
  return endsOn === null ? t('When you turn it off') : formatDate(endsOn)
}

/** Accounts that AutoPay could be turned on for: open, and payable by card. */
export function accountsWithout({ agreements, byOthers }: Autopay, rows: Accounts['rows']) {
  const taken = new Set([...byOthers, ...agreements.map(({ accountId }) => accountId)])
  return rows.filter(({ accID, row }) => row?.isActive && row.cashOnlyFlag === 'N' && !taken.has(accID))
}
