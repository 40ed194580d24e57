import type { DepositKind } from '@portal/contract/bank-accounts'
import { DepositAmount, DepositCode, type verifyBankAccount } from '@portal/contract/bank-payments'
import type { BodyOf } from '@portal/contract/call'
import { cents } from '@portal/contract/money'
import { type ReactNode, useState } from 'react'
import { Button } from '#ui/button/button.tsx'
import { Fields, text } from '#ui/form/fields.tsx'
import { money } from '#ui/form/money-input.tsx'
import { rule } from '#ui/form/rule.ts'
import { useForm } from '#ui/form/use-form.ts'
import { t } from '#ui/text/t.ts'
import layout from '#ui/form/form-layout.module.css'

export type ReadDeposits = BodyOf<typeof verifyBankAccount>

interface DepositFormProps {
  /** Resolves with what to say at the field; null when there is nothing wrong with it. */
  readonly answer: (read: ReadDeposits) => Promise<string | null>
  /** Beside the button. */
  readonly children?: ReactNode
}

/** What a holder read on the bank statement: the code of one small deposit, or two amounts. */
export function DepositForm({ kind, ...props }: DepositFormProps & { readonly kind: DepositKind }) {
  return kind === 'code' ? <CodeForm {...props} /> : <AmountsForm {...props} />
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

function CodeForm({ answer, children }: DepositFormProps) {
  const { form, onSubmit, refuse } = useForm(codeFields, { hasNoSummary: true })
  const { isPending, begin } = useAnswering(answer, (message) => refuse([{ field: 'code', message }]))
  return (
    <form noValidate className={layout.form} onSubmit={onSubmit(({ code }) => begin({ code }))}>
      <div className={`${layout.fields} ${layout.short}`}>
        <Fields form={form} of={codeFields} />
      </div>
      <Actions isPending={isPending}>{children}</Actions>
    </form>
  )
}

const amountFields = {
  one: money({ label: t('First deposit'), wire: 'amounts', largest: cents(99) }, rule(DepositAmount)),
  other: money({ label: t('Second deposit'), largest: cents(99) }, rule(DepositAmount)),
}

function AmountsForm({ answer, children }: DepositFormProps) {
  const { form, onSubmit, refuse } = useForm(amountFields, { hasNoSummary: true })
  const { isPending, begin } = useAnswering(answer, (message) => refuse([{ field: 'amounts', message }]))
  return (
    <form noValidate className={layout.form} onSubmit={onSubmit(({ one, other }) => begin({ amounts: [one, other] }))}>
      <div className={`${layout.fields} ${layout.short}`}>
        <Fields form={form} of={amountFields} />
      </div>
      <Actions isPending={isPending}>{children}</Actions>
    </form>
  )
}

function Actions({ isPending, children }: { readonly isPending: boolean; readonly children: ReactNode }) {
  return (
    <div className={layout.actions}>
      <Button type="submit" busy={isPending}>
        {t('Verify')}
      </Button>
      {children}
    </div>
  )
}

function useAnswering(answer: DepositFormProps['answer'], onWrong: (message: string) => void) {
  const [isPending, setPending] = useState(false)
  const ask = async (read: ReadDeposits) => {
    const message = await answer(read)
    setPending(false)
    if (message !== null) onWrong(message)
  }
  return {
    isPending,
    begin: (read: ReadDeposits) => {
      setPending(true)
      void ask(read)
    },
  }
}
