import type { PauseReason } from '@portal/contract/autopay'
import { formatDate } from '@portal/contract/dates'
import { dollars } from '@portal/contract/money'
import { largestPayment } from '@portal/contract/owed'
import { type FieldValues, type NewEmail, amountParts } from '../../wording/customer-email.ts'
import type { AmountParts } from '../../wording/message-file.ts'
import type { OfAgreement, PlannedCharge } from '../planned/charge.ts'
import type { About } from '../planned/partners.ts'
import { lateness } from '../planned/rules.ts'
import { type ChargeEmails, chargeValues, noticeValues, payPageOf, written } from '../planned/write-email.ts'

/** About a charge of a bill. */
export function billEmails(about: About, charge: PlannedCharge, { most, state }: OfAgreement): ChargeEmails {
  const { id, dueOn, notices, mailed, noticed, noticedFee, tries } = charge
  const { locale } = about.profile
  const values = chargeValues(about, charge, noticed)
  const told = noticed === null ? null : amountParts(about.profile, { bills: noticed, fee: noticedFee })
  return {
    notice({ amount, fee, on, today }) {
      const isOther = mailed !== null && (mailed.amount !== amount + fee || mailed.on !== on)
      const all = {
        ...noticeValues(about, charge, { amount, fee, on }),
        payPage: payPageOf(about, charge, amount),
        dueOn: formatDate(dueOn, locale),
        isLate: lateness(on, dueOn, today),
        ...(isOther && {
          replaces: 'earlier',
          before: dollars(mailed.amount, locale),
          dayBefore: formatDate(mailed.on, locale),
        }),
      }
      return written(
        about,
        'autopay-notice',
        `${id}-${notices + 1}`,
        all,
        {},
        amountParts(about.profile, { bills: amount, fee }),
      )
    },
    skipped: (why) =>
      written(
        about,
        'autopay-skipped',
        String(id),
        { ...values, why, limit: dollars(most ?? largestPayment, locale), dueOn: formatDate(dueOn, locale) },
        {},
        told,
      ),
    declined(day) {
      const again = day === null || state === 'PAUSED' ? '' : formatDate(day, locale)
      return written(about, 'autopay-declined', `${id}-${tries}`, { ...values, again }, {}, told)
    },
    returned: (again) =>
      written(about, 'autopay-returned', `${id}-${tries}`, { ...values, again: again ? 'again' : '' }, {}, told),
    stopped: (why) => pausedEmail(about, `charge-${id}`, { why }, values, told),
    late: (why) => written(about, 'autopay-late', `${id}-${why}`, { ...values, why }, {}, told),
  }
}

/** AutoPay stands still until the customer acts. @param isCharging whether a charge has begun whose outcome is to come */
export function pausedEmail(
  about: About,
  key: string,
  { why, isCharging = false }: { why: PauseReason; isCharging?: boolean },
  { account, location, amount, card, payPage }: FieldValues<'autopay-paused'>,
  told: AmountParts | null = null,
): NewEmail {
  const cases = { why, isCharging: isCharging ? 'charging' : '' }
  return written(about, 'autopay-paused', key, { account, location, amount, card, payPage, ...cases }, {}, told)
}

/** @param isCharging whether a charge has begun whose outcome is to come */
export function endedEmail(about: About, id: number, account: string, isCharging: boolean): NewEmail {
  return written(about, 'autopay-ended', String(id), { account, isCharging: isCharging ? 'charging' : '' })
}

/** @param agreed the words in full, and whether the card expires before the next charge; none where it is on again */
export function agreementEmail(
  about: About,
  what: 'agreed' | 'changed' | 'words' | 'reminder' | 'resumed',
  key: string,
  account: string,
  agreed?: { text: string; cardEnds?: boolean },
): NewEmail {
  const terms = agreed?.text.split(/\n{2,}/).map((text) => ({ kind: 'paragraph', text }) as const)
  return written(
    about,
    `autopay-${what}`,
    key,
    { account, cardEnds: agreed?.cardEnds ? 'before' : '' },
    terms && { terms },
  )
}
