import { type BankHolder, debitAuthorization } from '@portal/contract/bank-accounts'
import { startCheckout } from '@portal/contract/checkout'
import { dateIn } from '@portal/contract/dates'
import { languageOf } from '@portal/contract/language'
import type { Cents } from '@portal/contract/money'
import { refuse } from '../../refusal.ts'
import type { Engine } from '../engine.ts'
import type { Authorization } from '../records/accepted-words.ts'
import type { Payer } from './payer.ts'

/** The payer must have read what is true today. @throws Refusal `authorization-changed` */
export function checkAuthorization(
  { profile, clock }: Engine,
  { authorization: shown, payer }: { authorization?: string | undefined; payer: Payer },
  amount: Cents,
): Authorization {
  const acceptedAt = clock.now()
  const { name: utility, phones, locale, catalog, timeZone } = profile
  const from = dateIn(timeZone, acceptedAt)
  const facts = { utility, phone: phones[0]?.number ?? '', amount, from, locale }
  // The payer said which of the two the account is.
  const words = holders
    .map((holder) => debitAuthorization(languageOf(catalog, locale), { ...facts, holder }))
    .find((each) => each === shown)
  if (words === undefined) throw refuse(startCheckout, 'authorization-changed', { today: from })
  return { words, acceptedAt, from: payer.clientAddress, browser: payer.userAgent ?? '' }
}

const holders = ['individual', 'company'] as const satisfies readonly BankHolder[]
