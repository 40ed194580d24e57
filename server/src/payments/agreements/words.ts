import { type AgreementWords, type AutopayTerms, earlyNoticeDays, needsEarlyNotice } from '@portal/contract/autopay'
import { type PaidWith, type PayMethod, payMethodOf, wordsOfMethod } from '@portal/contract/bank-accounts'
import { type Instant, formatDate } from '@portal/contract/dates'
import { feeInWords, feeRuleOf, feeTexts } from '@portal/contract/fees'
import type { AccountNumber } from '@portal/contract/ids'
import { languageOf } from '@portal/contract/language'
import { dollars } from '@portal/contract/money'
import { largestPayment } from '@portal/contract/owed'
import type { CardFunding } from '@portal/contract/saved-methods'
import { sql } from 'kysely'
import type { Db, Tx } from '../../database/connect.ts'
import type { Deps } from '../../deps.ts'
import { bankAccountOf } from '../planned/methods.ts'
import { feeChannelOf } from '../planned/rules.ts'
import { hashOfWords, keepAcceptedWords } from '../records/accepted-words.ts'
import { yearAfter } from './moves.ts'

type Profile = Deps['profile']

/** What the words of an agreement are about. */
export interface Agreed extends Omit<AutopayTerms, 'savedCardId' | 'range'> {
  accountId: AccountNumber
  range: AutopayTerms['range'] | null
  card: PaidWith & { funding: CardFunding | null }
}

/** The utility's words of today, filled in. */
export function fillWords(profile: Profile, { accountId, card, day, most, range, endsOn }: Agreed): AgreementWords {
  const { locale, catalog, agreementWords } = profile
  const { t } = languageOf(catalog, locale)
  const paidBy = wordsOfMethod(card)
  const values = {
    utility: profile.name,
    account: accountId,
    card: t<string>(paidBy.text, paidBy.values),
    day: dayInWords(profile, day, card),
    most: dollars(most ?? largestPayment, locale),
    limit: most === null ? t('You set no limit.') : t(limitInWords, { most: dollars(most, locale) }),
    lead: leadInWords(profile, card.funding, range),
    notice: noticeInWords(profile, card.funding, range),
    retryDays: profile.autoPay.retryDays,
    until:
      endsOn === null ? t('you end it') : t('{date}, or until you end it before', { date: formatDate(endsOn, locale) }),
    phone: profile.phones[0]?.number ?? '',
  }
  const fee = feeInAgreement(profile, payMethodOf(card))
  const words = [
    t<string>(card.bankAccount ? agreementWords.bankText : agreementWords.text, values),
    ...(fee === null ? [] : [t(feeTexts.agreed, { fee })]),
  ].join('\n\n')
  return { version: versionOfWords(profile, payMethodOf(card)), sha256: hashOfWords(words), words }
}

function feeInAgreement({ serviceFees, catalog, locale }: Profile, method: PayMethod): string | null {
  const rule = feeRuleOf(serviceFees, method, feeChannelOf.agreement)
  return rule && feeInWords(rule, languageOf(catalog, locale).t, locale)
}

/** Another fee is another version, too: its words are mailed before the first charge under them. */
export function versionOfWords(profile: Pick<Profile, 'agreementWords' | 'serviceFees'>, method: PayMethod): string {
  const rule = feeRuleOf(profile.serviceFees, method, feeChannelOf.agreement)
  const { version } = profile.agreementWords
  return rule ? `${version}, ${feeInWords(rule)}` : version
}

/** The columns that say who accepted which words. Each year from then on, they are mailed again. */
export async function keepWords(
  tx: Tx,
  { version, text: words }: { version: string; text: string },
  { at, from, session_id }: { at: Instant; from: string; session_id: number },
) {
  const sha256 = await keepAcceptedWords(tx, { words, version, at })
  const accepted = { words_sha256: sha256, accepted_at: at, accepted_from: from, session_id }
  return { ...accepted, mailed_version: version, mail_at: yearAfter(at) }
}

/** Today's words of an agreement as it stands, for an email. */
export async function wordsOf(db: Db | Tx, profile: Profile, agreementId: number): Promise<AgreementWords> {
  const { rows } = await sql<Agreed>`
    select account_id as "accountId", most_cents as most, ends_on as "endsOn",
      json_build_object('rule', day_rule, 'number', day_number) as day,
      case when range_low_cents is not null
        then json_build_object('low', range_low_cents, 'high', range_high_cents) end as range,
      json_build_object('brand', brand, 'bankAccount', ${bankAccountOf}, 'lastFour', last_four, 'funding', funding) as card
    from autopay_agreement agreement join saved_card card on card.id = saved_card_id
    where agreement.id = ${agreementId}`.execute(db)
  const [agreed] = rows
  if (!agreed) throw new Error('An agreement that is not there')
  return fillWords(profile, agreed)
}

function dayInWords(profile: Profile, { rule, number }: AutopayTerms['day'], { bankAccount }: Agreed['card']): string {
  const { catalog, locale, bankPayments } = profile
  const { t, plural } = languageOf(catalog, locale)
  const days = {
    dueDate: t('on the due date of the bill'),
    daysBefore: plural(number, '1 day before the due date', '{count} days before the due date'),
    dayOfMonth: t('on day {number} of the month, on or before the due date', { number }),
  }
  const day = days[rule]
  const isEarlier = bankAccount !== null && bankPayments?.credit === 'settlement'
  return isEarlier ? t('{day}, or earlier, so that your bank has paid by the due date', { day }) : day
}

const limitInWords = 'If you owe more than {most}, we charge nothing, not even a part. You then pay the bill yourself.'

/** From the notice to the charge. */
function leadInWords(
  { autoPay, catalog, locale }: Profile,
  funding: CardFunding | null,
  range: Agreed['range'],
): string {
  const { t, plural } = languageOf(catalog, locale)
  const days = autoPay.noticeDays
  const early = Math.max(earlyNoticeDays, days)
  if (!needsEarlyNotice(funding)) return plural(days, '1 day', '{count} days')
  return range && early > days ? t('{days} or {early} days', { days, early }) : plural(early, '1 day', '{count} days')
}

function noticeInWords(
  { autoPay, catalog, locale }: Profile,
  funding: CardFunding | null,
  range: Agreed['range'],
): string {
  const { t } = languageOf(catalog, locale)
  const days = autoPay.noticeDays
  const early = Math.max(earlyNoticeDays, days)
  if (!needsEarlyNotice(funding)) return t('at least {days} days before', { days })
  if (!range) return t('at least {days} days before', { days: early })
  return t(
    'at least {early} days before for amounts outside {low} to {high}, and otherwise at least {days} days before',
    {
      early,
      low: dollars(range.low, locale),
      high: dollars(range.high, locale),
      days,
    },
  )
}
