import {
  acceptAutopay,
  type AgreementWords,
  type AutopayTerms,
  mostDaysBefore,
  needsEarlyNotice,
} from '@portal/contract/autopay'
import { autopayTexts } from '@portal/contract/autopay-texts'
import { hasBillDates } from '@portal/contract/billing-data'
import { dateIn } from '@portal/contract/dates'
import type { AccountNumber } from '@portal/contract/ids'
import { english } from '@portal/contract/language'
import type { CustomerCaller } from '../../caller.ts'
import { requireAccess } from '../../foundation/sessions/accounts.ts'
import type { Acceptance } from '../../payments/agreements/agreements.ts'
import { fillWords } from '../../payments/agreements/words.ts'
import { type OwnMethod, findOwnMethod } from '../../payments/saved-methods/methods.ts'
import { refuse, refuseCommonly, refuseField } from '../../refusal.ts'
import type { AutopayNeeds } from './autopay-view.ts'

/** With the words that say them. @throws Refusal for a card or account that is not theirs, or terms that don't work */
export async function checkTerms(
  { deps, engine }: AutopayNeeds,
  session: CustomerCaller,
  { accountId, terms }: { accountId: AccountNumber; terms: AutopayTerms },
): Promise<{ asked: Omit<Acceptance, 'words' | 'cardEnds'>; words: AgreementWords; card: OwnMethod }> {
  const { profile, clock } = deps
  await requireAccess(deps.db, session.id, accountId)
  const card = await findOwnMethod(engine, session.webUserId, terms.savedCardId)
  if (!card || card.isBlocked) throw refuse(acceptAutopay, 'card-unusable')
  const { day, most, endsOn, savedCardId } = terms
  const range = needsEarlyNotice(card.funding) ? (terms.range ?? null) : null
  const rules = { noticeDays: profile.autoPay.noticeDays, daysToPay: profile.daysToPay }
  const count = mostDaysBefore(rules, card.funding, range !== null)
  if (day.rule === 'daysBefore' && day.number > count)
    throw refuseField('terms.day.number', english.t(autopayTexts.tooEarly, { count }))
  if (endsOn !== null && endsOn < dateIn(profile.timeZone, clock.now()))
    throw refuseField('terms.endsOn', autopayTexts.wrongEnd)
  return {
    card,
    asked: { accountId, savedCardId, day, most, range, endsOn },
    words: fillWords(profile, { accountId, card, day, most, range, endsOn }),
  }
}

/** Asked of the billing system now, and not of what the session knew at its beginning. @throws BillingSystemDown */
export async function requireChargeable(
  { deps: { billing } }: AutopayNeeds,
  { personId }: CustomerCaller,
  accountId: AccountNumber,
): Promise<void> {
  const holders = await billing.holdersOf(accountId)
  if (!holders.some((holder) => holder.personId === personId && holder.mayUseWeb)) throw refuseCommonly('not-allowed')
  const [account, data] = await Promise.all([billing.findAccount(accountId), billing.newestData()])
  if (!account?.isActive || account.isCashOnly) throw refuse(acceptAutopay, 'account-cannot')
  if (data && !hasBillDates(data.lacks)) throw refuse(acceptAutopay, 'no-bills')
}
