import { bankHolders, BankToken } from '@portal/contract/bank-accounts'
import { MethodName, savedMethodTexts } from '@portal/contract/saved-methods'
import { usePortalStart } from '#api/portal-start.tsx'
import { ProblemNotice } from '#api/problem-notice.tsx'
import { asProblem } from '#api/send.ts'
import { CardFrameField } from '#payment/card/card-frame-field.tsx'
import { bankAccountId, bankTokenOf, noBankAccount, useCardFrame, useMissingInFrame } from '#payment/card/card-frame.ts'
import { Button, TextButton } from '#ui/button/button.tsx'
import { ErrorSummary } from '#ui/form/error-summary.tsx'
import { choice, Fields, own, text } from '#ui/form/fields.tsx'
import { rule } from '#ui/form/rule.ts'
import { useForm } from '#ui/form/use-form.ts'
import { PageHeading } from '#ui/page/page-heading.tsx'
import { t } from '#ui/text/t.ts'
import { type AddCardProps, useSaving } from './add-card.tsx'
import layout from '#ui/form/form-layout.module.css'
import box from '#ui/page/card.module.css'
import dashboard from '../dashboard.module.css'

const fields = {
  bankAccount: own('', { id: bankAccountId }),
  accountHolderName: text(
    {
      id: 'account-holder',
      wire: 'bankToken.accountHolderName',
      label: t('Account holder name'),
      autoComplete: 'name',
    },
    rule(BankToken.shape.accountHolderName),
  ),
  holder: choice({
    id: 'account-kind',
    label: t('Kind of account'),
    data: Object.entries(bankHolders).map(([value, label]) => ({ value, label: t(label) })),
  }),
  name: text(
    { id: 'card-name', label: t(savedMethodTexts.name), hint: t('Such as “Household” or “Office”') },
    rule(MethodName),
  ),
}

/** On the page itself: a bank's window could not be used over a dialog. */
export function AddBank({ onDone, onOther }: AddCardProps) {
  const { profile } = usePortalStart()
  const frame = useCardFrame()
  const inFrame = useMissingInFrame(frame, { at: 'bankAccount', message: t(noBankAccount) })
  const { form, attempt, errors, onSubmit, refuse } = useForm(fields, {
    initial: { holder: 'individual' },
    rules: [inFrame.rule],
  })
  const { begin, isPending, error } = useSaving({ onDone, onRefused: refuse })
  const save = onSubmit(({ accountHolderName, holder: kind, name }) => {
    const holder = kind === 'company' ? 'company' : 'individual'
    void bankTokenOf(frame, { accountHolderName, holder }).then((bankToken) => {
      if (bankToken) return begin({ bankToken, name })
      return refuse([{ field: 'bankAccount', message: t(noBankAccount) }])
    })
  })
  return (
    <div className={`${dashboard.page} ${dashboard.narrow}`}>
      <PageHeading title={t('Add a bank account')} />
      <p className={dashboard.lead}>
        {t('Log in to your bank to choose the account, or type its numbers. We never see your password.')}
      </p>
      {onOther ? <TextButton onClick={onOther}>{t('Use a card instead')}</TextButton> : null}
      <form
        noValidate
        className={`${layout.form} ${box.card}`}
        onSubmit={(event) => {
          event.preventDefault()
          inFrame.first(save)
        }}
      >
        <ErrorSummary errors={errors} attempt={attempt} />
        {error ? <ProblemNotice problem={asProblem(error)} /> : null}
        {frame ? <CardFrameField method="bank" frameRef={frame} amount={null} /> : null}
        <p className={layout.note}>
          {t(
            'If you type the numbers, your bank then gets a small deposit with a code, in 1 to 2 business days. The account is saved after you enter that code.',
          )}
        </p>
        <Fields form={form} of={fields} />
        <p>
          {t(
            'By pressing {button}, I allow {utility} to save my bank account. It is debited only for payments that I authorize.',
            { button: t(savedMethodTexts.saveBank), utility: profile.name },
          )}
        </p>
        <div className={layout.actions}>
          <Button type="submit" busy={isPending}>
            {t(savedMethodTexts.saveBank)}
          </Button>
          <Button look="quiet" blocked={isPending} onClick={() => onDone(null)}>
            {t('Cancel')}
          </Button>
        </div>
      </form>
    </div>
  )
}
