import { cancelBankPayment } from '@portal/contract/bank-payments'
import type { Checkout } from '@portal/contract/checkout'
import { type ReactNode, useState } from 'react'
import { usePortalStart } from '#api/portal-start.tsx'
import { ProblemNotice } from '#api/problem-notice.tsx'
import type { ApiProblem } from '#api/problem.ts'
import { asProblem, send } from '#api/send.ts'
import { Button } from '#ui/button/button.tsx'
import { CheckIcon } from '#ui/icons.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { dollars } from '#ui/text/format.ts'
import { t } from '#ui/text/t.ts'
import { weekdayOf } from '../receipt/bank-words.ts'
import { type AboutBankPayment, VerifyAccount } from './verify-account.tsx'
import box from '#ui/page/card.module.css'
import classes from './bank-payment.module.css'

interface BankPaymentProps extends AboutBankPayment {
  /** The confirmation. */
  readonly children: ReactNode
}

/** A payment that the bank has still to confirm, or that waits for its account to be verified. */
export function BankPayment({ children, ...props }: BankPaymentProps) {
  const { outcome } = props.checkout
  return (
    <>
      {outcome === 'verifying' ? <VerifyAccount {...props} /> : null}
      {outcome === 'submitted' ? <WhatHappensNext {...props} /> : null}
      <IfNotConfirmed {...props} />
      {children}
      <Cancel {...props} />
    </>
  )
}

function WhatHappensNext({ checkout: { bank, amount, accounts, confirmationEmail, startedAt } }: AboutBankPayment) {
  const { profile } = usePortalStart()
  const [account] = accounts
  const paid = dollars(amount)
  const lower =
    account && accounts.length === 1
      ? t('Your balance on account {account} is lower by {amount} already.', {
          account: account.accountId,
          amount: paid,
        })
      : t('What you owe is lower by {amount} already.', { amount: paid })
  const receipt = confirmationEmail ? t('We email your receipt.') : t('This page shows your receipt.')
  return (
    <section className={`${box.card} ${classes.card}`} aria-labelledby="next">
      <h2 id="next">{t('What happens next')}</h2>
      <ol className={classes.steps}>
        <li data-done>
          <span className={classes.mark} aria-hidden="true">
            <CheckIcon size={16} />
          </span>
          <h3>{t('{day}: submitted', { day: weekdayOf(profile, bank?.submittedAt ?? startedAt) })}</h3>
          <p>{bank?.isCredited ? lower : t('Your balance changes when your bank confirms.')}</p>
        </li>
        {bank?.debitsAbout ? (
          <li>
            <span className={classes.mark} aria-hidden="true">
              2
            </span>
            <h3>{t('About {day}: your bank gets the debit', { day: weekdayOf(profile, bank.debitsAbout) })}</h3>
            <p>{t('You see a debit by {name} on your statement.', { name: profile.name })}</p>
          </li>
        ) : null}
        {bank?.answersBy ? (
          <li>
            <span className={classes.mark} aria-hidden="true">
              3
            </span>
            <h3>{t('By {day}: confirmed', { day: weekdayOf(profile, bank.answersBy) })}</h3>
            <p>
              {receipt} {bank.isCredited ? null : t('Your balance is lower then.')}{' '}
              {t('You don’t have to do anything.')}
            </p>
          </li>
        ) : null}
      </ol>
    </section>
  )
}

function unpaidOf(outcome: Checkout['outcome'], isCredited: boolean) {
  if (outcome === 'verifying') return 'Nothing is debited. The {amount} stays unpaid, and its due date stays the same.'
  return isCredited
    ? 'The {amount} is due again. The due date stays the same.'
    : 'The {amount} stays unpaid. The due date stays the same.'
}

function IfNotConfirmed({ checkout: { outcome, amount, bank, confirmationEmail } }: AboutBankPayment) {
  const paid = dollars(amount)
  return (
    <section className={`${box.card} ${classes.card}`} aria-labelledby="not-confirmed">
      <h2 id="not-confirmed">
        {outcome === 'verifying' ? t('If you don’t verify the account') : t('If your bank does not confirm')}
      </h2>
      <ul className={classes.lines}>
        <li>{t(unpaidOf(outcome, bank?.isCredited ?? false), { amount: paid })}</li>
        {outcome === 'verifying' ? null : (
          <li>
            {confirmationEmail
              ? t('We email you the reason, such as not enough money in the account.')
              : t('This page shows the reason, such as not enough money in the account.')}
          </li>
        )}
        <li>
          {t(
            'You can pay by card, or from another bank account. We never debit an account again without telling you first.',
          )}
        </li>
      </ul>
    </section>
  )
}

/** An attempt with an answer, never a promise. */
function Cancel(props: AboutBankPayment) {
  const [isOpen, setOpen] = useState(false)
  return (
    <div className={classes.cancel} data-no-print>
      <p className={classes.muted}>
        {props.checkout.outcome === 'verifying'
          ? t('This is not a receipt. You can cancel this payment until you verify the account.')
          : t(
              'This is a confirmation, not a receipt. You can ask to cancel this payment until it is sent to your bank. We tell you right away whether that worked.',
            )}
      </p>
      <div>
        <Button look="quiet" onClick={() => setOpen(true)}>
          {t('Cancel this payment')}
        </Button>
      </div>
      {isOpen ? <CancelDialog {...props} onClose={() => setOpen(false)} /> : null}
    </div>
  )
}

function CancelDialog({ checkout, by, onAnswer, onClose }: AboutBankPayment & { readonly onClose: () => void }) {
  const [problem, setProblem] = useState<ApiProblem | null>(null)
  const [isPending, setPending] = useState(false)
  const cancel = async () => {
    setPending(true)
    setProblem(null)
    try {
      onAnswer(await send(cancelBankPayment, { params: { link: checkout.publicId }, as: by, body: {} }))
    } catch (error) {
      setProblem(asProblem(error))
      setPending(false)
    }
  }
  const isTooLate = problem?.name === 'too-late'
  return (
    <Dialog
      open
      urgent
      title={t('Cancel this payment?')}
      onClose={onClose}
      actions={
        <>
          <Button look="quiet" onClick={onClose}>
            {isTooLate ? t('Close') : t('Keep payment')}
          </Button>
          {isTooLate ? null : (
            <Button look="danger" busy={isPending} onClick={() => void cancel()}>
              {t('Cancel payment')}
            </Button>
          )}
        </>
      }
    >
      {problem ? <ProblemNotice problem={problem} /> : null}
      <p>
        {t('If it can be canceled, your account is not debited, and the {amount} stays unpaid.', {
          amount: dollars(checkout.amount),
        })}
      </p>
    </Dialog>
  )
}
