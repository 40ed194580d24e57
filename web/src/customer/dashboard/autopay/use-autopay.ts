import {
  type Autopay,
  type AutopayAgreement,
  type AutopayTerms,
  earlyNoticeDays,
  listAutopay,
  needsEarlyNotice,
} from '@portal/contract/autopay'
import { heldTexts } from '@portal/contract/autopay-texts'
import type { AccountNumber } from '@portal/contract/ids'
import { type HeldReason, isEstimate, type NextCharge, nextChargeTexts, willCharge } from '@portal/contract/next-charge'
import { useQuery } from '@tanstack/react-query'
import { usePortalStart } from '#api/portal-start.tsx'
import { send } from '#api/send.ts'
import { nextInWords } from '#payment/autopay/next-in-words.ts'
import type { ChipTone } from '#ui/text/chip.tsx'
import { dollars, formatDate } from '#ui/text/format.ts'
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
export function whatIsNext({ next, card }: AutopayAgreement): { text: string; more: readonly string[] } {
  if (!next) return { text: t(nextChargeTexts.nothing), more: [] }
  const { sentence, ofCard } = nextInWords(next, card)
  return { text: sentence, more: [moreOf(next), ofCard].filter((text) => text !== null) }
}

function moreOf(next: NextCharge): string | null {
  if (!willCharge(next)) return null
  if (next.heldFor) return t(heldTexts[next.heldFor])
  if (next.amount === null || isEstimate(next)) return t('We’ll email you the exact amount first.')
  return next.says === 'retries' || next.says === 'retriesFrom'
    ? null
    : t('You can stop this until 11:59 PM the day before. If you pay it first, we charge only what’s left.')
}

/** In a few words, for a list of accounts; null without AutoPay. */
export function markOf({ agreements, byOthers }: Autopay, account: AccountNumber): Mark | null {
  const agreement = agreements.find(({ accountId }) => accountId === account)
  const on: Mark = { tone: 'good', text: t('AutoPay is on') }
  if (!agreement) return byOthers.includes(account) ? on : null
  const { state, next } = agreement
  if (state === 'PAUSED') return { tone: 'bad', text: t('AutoPay is paused') }
  if (!next || next.says === 'nothing') return on
  if (next.says === 'charging') return { tone: 'good', text: t('AutoPay is charging') }
  if (next.says === 'overLimit') return { tone: 'waiting', text: t('Above AutoPay limit') }
  if (next.says === 'cannot') return { tone: 'waiting', text: t('AutoPay can’t charge') }
  if (next.heldFor && !soonGone.includes(next.heldFor)) return { tone: 'waiting', text: t('AutoPay waits') }
  const markNext = next.says.endsWith('From') ? 'AutoPay · {day} or later' : 'AutoPay · {day}'
  return { tone: 'good', text: t(markNext, { day: formatDate(next.on) }) }
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
