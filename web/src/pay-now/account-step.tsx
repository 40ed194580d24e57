import type { ReplyOf } from '@portal/contract/call'
import { AccountToFind, payNowTexts, validateAccount } from '@portal/contract/pay-now'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { accountNumber } from '#account/bill-fields.tsx'
import { proofFieldsOf } from '#account/proof-fields.tsx'
import { WhereIsMyNumber } from '#account/sample-bill.tsx'
import { usePortalStart } from '#api/portal-start.tsx'
import { ProblemNotice } from '#api/problem-notice.tsx'
import { asProblem, send } from '#api/send.ts'
import { paths } from '#paths.ts'
import type { TypedAccount } from '#payment/accounts-to-pay/typed-account.ts'
import { HumanCheckLine, labelOf } from '#payment/human-check/human-check.tsx'
import { useHumanCheck } from '#payment/human-check/use-human-check.ts'
import { UnconfirmedPayment } from '#payment/sending/unconfirmed-payment.tsx'
import { Button, ButtonLink } from '#ui/button/button.tsx'
import { Fields } from '#ui/form/fields.tsx'
import { rule, rulesOf } from '#ui/form/rule.ts'
import { useForm } from '#ui/form/use-form.ts'
import { InfoIcon } from '#ui/icons.tsx'
import { Notice } from '#ui/text/notice.tsx'
import { t } from '#ui/text/t.ts'
import { PayNowFrame } from './pay-now-frame.tsx'
import classes from '#ui/form/form-layout.module.css'

/** The account that the server found, and the zip code if it was found by one. */
export type FoundAccount = Extract<ReplyOf<typeof validateAccount>['result'], { status: 'Success' }> & {
  readonly postal: string
}

interface AccountStepProps {
  /** Kept by the wizard, so that coming back to this step loses nothing. */
  readonly typed: TypedAccount
  readonly onTyped: (typed: TypedAccount) => void
  readonly onFound: (found: FoundAccount) => void
  /** Called when the server says that Pay Now is switched off. */
  readonly onClosed: () => void
}

const { accountId, ...proofs } = AccountToFind.shape
const rules = rulesOf(proofs)

function fieldsOfStep() {
  const zip = { id: 'billing-zip', className: classes.short }
  return {
    accountId: accountNumber({ id: 'account-number' }, rule(accountId)),
    ...proofFieldsOf('payNow', rules, { zip }),
  }
}

/** Step 1, Customer Information: account number and billing zip code, or what the profile asks for (C§2.6). */
export function AccountStep({ typed, onTyped, onFound, onClosed }: AccountStepProps) {
  const { profile } = usePortalStart()
  const [fields] = useState(fieldsOfStep)
  const { form, errors, onSubmit } = useForm(fields, {
    initial: typed,
    onValuesChange: onTyped,
    hasNoSummary: true,
  })
  const humanCheck = useHumanCheck('account', { as: 'guest', onClosed })
  const find = useMutation({
    mutationFn: async ({ humanAnswer, ...sent }: TypedAccount & { readonly humanAnswer: string }) => {
      const body = { ...sent, division: profile.division, humanCheck: humanAnswer }
      return (await send(validateAccount, { body })).result
    },
    onError: (error) => {
      const problem = asProblem(error)
      if (problem.name === 'maintenance') onClosed()
      // If no reply arrived, the human check's answer may still be valid, so it is kept for the next attempt.
      else if (problem.name !== 'unreachable') humanCheck.reset(null)
    },
  })
  const onSuccess = (result: ReplyOf<typeof validateAccount>['result'], { postal = '' }: TypedAccount) => {
    if (result.status === 'Success') return onFound({ ...result, postal })
    humanCheck.reset(null)
  }
  const submit = onSubmit((account) =>
    humanCheck.withAnswer((answer) => {
      // Passed here, it is not called once the visitor has left this step: nobody is pulled back from another page.
      find.mutate({ ...account, humanAnswer: answer }, { onSuccess })
    }),
  )
  const failure = find.data?.status === 'Success' ? null : find.data?.details
  const hasFailed = Boolean(failure) || find.isError
  return (
    <PayNowFrame
      step={0}
      title={t('Find your account')}
      lead={t('All you need is your bill.')}
      hasError={hasFailed || errors.length > 0}
    >
      <UnconfirmedPayment />
      {failure ? <Notice tone="error" role="alert" title={failure} /> : null}
      {find.isError ? <ProblemNotice problem={asProblem(find.error)} /> : null}
      <form noValidate className={classes.form} {...humanCheck.touched} onSubmit={submit}>
        <div className={classes.fields}>
          <Fields form={form} of={fields} />
          <p className={classes.note}>
            <InfoIcon />
            {t(payNowTexts.matchNote)}
          </p>
          <div>
            <WhereIsMyNumber />
          </div>
        </div>
        <div className={classes.actions}>
          <Button type="submit" wide busy={find.isPending || humanCheck.isAwaited}>
            {find.isPending ? t(payNowTexts.wait) : labelOf(humanCheck, t(payNowTexts.continue))}
          </Button>
          <HumanCheckLine humanCheck={humanCheck} />
          <ButtonLink to={paths.home} look="quiet" wide disabled={find.isPending}>
            {t(payNowTexts.backToHome)}
          </ButtonLink>
        </div>
      </form>
    </PayNowFrame>
  )
}
