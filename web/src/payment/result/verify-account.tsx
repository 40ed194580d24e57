import { bankAccountWords } from '@portal/contract/bank-accounts'
import { DepositAmount, DepositCode, verifyBankAccount } from '@portal/contract/bank-payments'
import { readCheckout } from '@portal/contract/checkout'
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
import { plural, t } from '#ui/text/t.ts'
import { weekdayOf } from '../receipt/bank-words.ts'
import type { AboutBankPayment } from './bank-payment-props.ts'
import layout from '#ui/form/form-layout.module.css'
import box from '#ui/page/card.module.css'
import classes from './bank-payment.module.css'

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
export function VerifyAccount(props: AboutBankPayment) {
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

function CodeForm(props: AboutBankPayment) {
  const { form, onSubmit, refuse } = useForm(codeFields, { hasNoSummary: true })
  const verify = useVerify(props, (message) => refuse([{ field: 'code', message }]))
  return (
    <VerifyForm verify={verify} onSubmit={onSubmit((values) => verify.begin({ code: values.code }))}>
      <Fields form={form} of={codeFields} />
    </VerifyForm>
  )
}

function AmountsForm(props: AboutBankPayment) {
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
function useVerify({ checkout: { publicId }, by, onAnswer }: AboutBankPayment, onWrong: (message: string) => void) {
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
