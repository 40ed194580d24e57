import { bankAccountWords } from '@portal/contract/bank-accounts'
import { verifyBankAccount } from '@portal/contract/bank-payments'
import type { SessionKind } from '@portal/contract/call'
import { type Checkout, readCheckout } from '@portal/contract/checkout'
import { useState } from 'react'
import { usePortalStart } from '#api/portal-start.tsx'
import { ProblemNotice } from '#api/problem-notice.tsx'
import type { ApiProblem } from '#api/problem.ts'
import { asProblem, send } from '#api/send.ts'
import { plural, t } from '#ui/text/t.ts'
import { DepositForm, type ReadDeposits } from '../bank/deposit-form.tsx'
import { weekdayOf } from '../receipt/bank-words.ts'
import box from '#ui/page/card.module.css'
import classes from './bank-payment.module.css'

/** What the parts of a result about a bank payment are given. */
export interface AboutBankPayment {
  readonly checkout: Checkout
  /** Which session paid; undefined when that is not known. */
  readonly by: SessionKind | undefined
  readonly onAnswer: (checkout: Checkout) => void
}

/** What the payer reads on the bank statement. */
export function VerifyAccount(props: AboutBankPayment) {
  const { profile } = usePortalStart()
  const [problem, setProblem] = useState<ApiProblem | null>(null)
  const [hasTried, setTried] = useState(false)
  const { bank, bankAccount } = props.checkout
  if (!bank?.deposits || !bankAccount) return null
  const { kind, arriveOn, answerBy, triesLeft } = bank.deposits
  const about = {
    account: t(bankAccountWords[bankAccount.accountType], bankAccount),
    day: weekdayOf(profile, arriveOn),
  }
  const answer = async (read: ReadDeposits) => {
    setProblem(null)
    setTried(true)
    return await verify(props, read, setProblem)
  }
  return (
    <section className={`${box.card} ${classes.card}`} aria-labelledby="verify">
      <h2 id="verify">{t('Show that the account is yours')}</h2>
      <p>
        {kind === 'code'
          ? t(
              'On the statement of {account}, look for a deposit of $0.01. It arrives by {day}. Its line has a code that begins with SM.',
              about,
            )
          : t(
              'On the statement of {account}, look for two deposits of less than $1.00. They arrive by {day}. Their lines say ACCTVERIFY.',
              about,
            )}
      </p>
      {problem ? <ProblemNotice problem={problem} /> : null}
      <DepositForm kind={kind} answer={answer} />
      <p className={classes.muted}>
        {t('Answer by {day}.', { day: weekdayOf(profile, answerBy) })}{' '}
        {/* A wrong answer says itself how many are left. */}
        {hasTried ? null : plural(triesLeft, 'You have one try left.', 'You have {count} tries.')}
      </p>
    </section>
  )
}

/** What is over is shown as it is now. @returns what is wrong with the answer, if that is it */
async function verify(
  { checkout: { publicId }, by, onAnswer }: AboutBankPayment,
  body: ReadDeposits,
  onProblem: (problem: ApiProblem) => void,
): Promise<string | null> {
  try {
    onAnswer(await send(verifyBankAccount, { params: { link: publicId }, as: by, body }))
  } catch (error) {
    const refusal = asProblem(error)
    if (refusal.name === 'wrong-deposit') return [t(refusal.message), refusal.detail].filter(Boolean).join(' ')
    const isOver = ['no-tries-left', 'verification-over', 'not-verifying'].includes(refusal.name)
    const now = isOver ? await send(readCheckout, { params: { publicId }, as: by }).catch(() => null) : null
    if (now && now.outcome !== 'verifying') onAnswer(now)
    else onProblem(refusal)
  }
  return null
}
