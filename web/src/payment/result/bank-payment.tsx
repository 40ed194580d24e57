import { bankAccountWords } from '@portal/contract/bank-accounts'
import { cancelBankPayment, DepositAmount, DepositCode, verifyBankAccount } from '@portal/contract/bank-payments'
import type { SessionKind } from '@portal/contract/call'
import { type Checkout, readCheckout } from '@portal/contract/checkout'
import { cents } from '@portal/contract/money'
import { type ReactNode, useState } from 'react'
import { usePortalStart } from '#api/portal-start.tsx'
import { ProblemNotice } from '#api/problem-notice.tsx'
import type { ApiProblem } from '#api/problem.ts'
import { asProblem, send } from '#api/send.ts'
import { Button } from '#ui/button/button.tsx'
import { Fields, text } from '#ui/form/fields.tsx'
import { money } from '#ui/form/money-input.tsx'
import { rule } from '#ui/form/rule.ts'
import { useForm } from '#ui/form/use-form.ts'
import { CheckIcon } from '#ui/icons.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { dollars } from '#ui/text/format.ts'
import { plural, t } from '#ui/text/t.ts'
import { weekdayOf } from '../receipt/receipt.ts'
import layout from '#ui/form/form-layout.module.css'
import box from '#ui/page/card.module.css'
import classes from './bank-payment.module.css'

interface BankPaymentProps {
  readonly checkout: Checkout
  /** Which session paid; undefined when that is not known. */
  readonly by: SessionKind | undefined
  readonly onAnswer: (checkout: Checkout) => void
  /** The confirmation. */
  readonly children: ReactNode
}

/** A payment that the bank has still to confirm, or that waits for its account to be verified. */
export function BankPayment({ children, ...props }: BankPaymentProps) {
  const { outcome } = props.checkout
  return (
    <>
      {outcome === 'verifying' ? <Verify {...props} /> : null}
      {outcome === 'submitted' ? <WhatHappensNext {...props} /> : null}
      <IfNotConfirmed {...props} />
      {children}
      <Cancel {...props} />
    </>
  )
}

type PartProps = Omit<BankPaymentProps, 'children'>

function WhatHappensNext({ checkout: { bank, amount, accounts, confirmationEmail, startedAt } }: PartProps) {
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

function IfNotConfirmed({ checkout: { outcome, amount, bank, confirmationEmail } }: PartProps) {
  const paid = dollars(amount)
  return (
    <section className={`${box.card} ${classes.card}`} aria-labelledby="not-confirmed">
      <h2 id="not-confirmed">
        {outcome === 'verifying' ? t('If you don’t verify the account') : t('If your bank does not confirm')}
      </h2>
      <ul className={classes.lines}>
        <li>
          {outcome === 'verifying'
            ? t('Nothing is debited. The {amount} stays unpaid, and its due date stays the same.', { amount: paid })
            : bank?.isCredited
              ? t('The {amount} is due again. The due date stays the same.', { amount: paid })
              : t('The {amount} stays unpaid. The due date stays the same.', { amount: paid })}
        </li>
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

const codeFields = {
  code: text(
    {
      label: t('Code'),
      hint: t('6 characters that begin with SM'),
      autoComplete: 'off',
      autoCapitalize: 'characters',
      spellCheck: false,
    },
    rule(DepositCode),
  ),
}

const amountFields = {
  one: money({ label: t('First deposit'), wire: 'amounts', largest: cents(99) }, rule(DepositAmount)),
  other: money({ label: t('Second deposit'), largest: cents(99) }, rule(DepositAmount)),
}

/** What the payer reads on the bank statement. */
function Verify(props: PartProps) {
  const { profile } = usePortalStart()
  const { bank, bankAccount } = props.checkout
  if (!bank?.deposits || !bankAccount) return null
  const { kind, arriveOn, answerBy, triesLeft } = bank.deposits
  const about = {
    account: t(bankAccountWords[bankAccount.accountType], bankAccount),
    day: weekdayOf(profile, arriveOn),
  }
  const Form = kind === 'code' ? CodeForm : AmountsForm
  return (
    <section className={`${box.card} ${classes.card}`} aria-labelledby="verify">
      <h2 id="verify">{t('Show that the account is yours')}</h2>
      <p>
        {kind === 'code'
          ? t(
              'On the statement of {account}, look for a deposit of $0.01. It is there by {day}. Its line has a code that begins with SM.',
              about,
            )
          : t(
              'On the statement of {account}, look for two deposits of less than $1.00. They are there by {day}. Their lines say ACCTVERIFY.',
              about,
            )}
      </p>
      <Form {...props} />
      <p className={classes.muted}>
        {t('Answer by {day}.', { day: weekdayOf(profile, answerBy) })}{' '}
        {plural(triesLeft, 'You have one try left.', 'You have {count} tries.')}
      </p>
    </section>
  )
}

function CodeForm(props: PartProps) {
  const { form, onSubmit, refuse } = useForm(codeFields, { hasNoSummary: true })
  const verify = useVerify(props, (message) => refuse([{ field: 'code', message }]))
  return (
    <VerifyForm verify={verify} onSubmit={onSubmit((values) => verify.begin({ code: values.code }))}>
      <Fields form={form} of={codeFields} />
    </VerifyForm>
  )
}

function AmountsForm(props: PartProps) {
  const { form, onSubmit, refuse } = useForm(amountFields, { hasNoSummary: true })
  const verify = useVerify(props, (message) => refuse([{ field: 'amounts', message }]))
  return (
    <VerifyForm verify={verify} onSubmit={onSubmit(({ one, other }) => verify.begin({ amounts: [one, other] }))}>
      <Fields form={form} of={amountFields} />
    </VerifyForm>
  )
}

interface VerifyFormProps {
  readonly verify: ReturnType<typeof useVerify>
  readonly onSubmit: () => void
  readonly children: ReactNode
}

function VerifyForm({ verify: { problem, isPending }, onSubmit, children }: VerifyFormProps) {
  return (
    <form
      noValidate
      className={layout.form}
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      {problem ? <ProblemNotice problem={problem} /> : null}
      <div className={`${layout.fields} ${layout.short}`}>{children}</div>
      <div>
        <Button type="submit" busy={isPending}>
          {t('Verify')}
        </Button>
      </div>
    </form>
  )
}

/** What is over is shown as it is now; a wrong answer stays at its field. */
function useVerify({ checkout: { publicId }, by, onAnswer }: PartProps, onWrong: (message: string) => void) {
  const [problem, setProblem] = useState<ApiProblem | null>(null)
  const [isPending, setPending] = useState(false)
  const ask = async (body: { code: string } | { amounts: [number, number] }) => {
    try {
      onAnswer(await send(verifyBankAccount, { params: { link: publicId }, as: by, body }))
    } catch (error) {
      const refusal = asProblem(error)
      if (refusal.name === 'wrong-deposit')
        return onWrong([t(refusal.message), refusal.detail].filter(Boolean).join(' '))
      const isOver = ['no-tries-left', 'verification-over', 'not-verifying'].includes(refusal.name)
      const now = isOver ? await send(readCheckout, { params: { publicId }, as: by }).catch(() => null) : null
      if (now && now.outcome !== 'verifying') return onAnswer(now)
      setProblem(refusal)
    }
  }
  return {
    problem,
    isPending,
    begin: (body: Parameters<typeof ask>[0]) => {
      setProblem(null)
      setPending(true)
      void ask(body).finally(() => setPending(false))
    },
  }
}

/** An attempt with an answer, never a promise. */
function Cancel(props: PartProps) {
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

function CancelDialog({ checkout, by, onAnswer, onClose }: PartProps & { readonly onClose: () => void }) {
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
