import { onItsWay } from '@portal/contract/checkout-problems'
import { dateIn } from '@portal/contract/dates'
import type { Cents } from '@portal/contract/money'
import type { PayableAccount } from '@portal/contract/pay-now'
import { paymentFormTexts } from '@portal/contract/payments'
import { usePortalStart } from '#api/portal-start.tsx'
import { CheckboxField } from '#ui/form/checkbox-field.tsx'
import type { Form } from '#ui/form/use-form.ts'
import { dollars } from '#ui/text/format.ts'
import { Notice } from '#ui/text/notice.tsx'
import { plural, spoken, t } from '#ui/text/t.ts'
import type { CardFormFields } from '../card/card-fields.tsx'

export type PendingAccount = Pick<PayableAccount, 'accID' | 'pendingPayment'>

/** Those that banks are about to pay. */
export function pendingAmong(accounts: readonly PendingAccount[]): PendingAccount[] {
  return accounts.filter(({ pendingPayment }) => pendingPayment !== null)
}

/** What a bank is about to pay of an account, and by when; null of any other. */
export function usePendingInWords() {
  const { profile } = usePortalStart()
  return ({ accID: account, pendingPayment: pending }: PendingAccount): string | null => {
    if (!pending) return null
    const by = pending.answersBy && dateIn(profile.timeZone, pending.answersBy)
    return onItsWay({ account, amount: pending.amount, by }, { t }, spoken().locale)
  }
}

interface PendingPaymentsProps {
  readonly accounts: readonly PendingAccount[]
  /** To be paid besides. */
  readonly amount: Cents
  readonly form: Form<CardFormFields>
}

const mostNamed = 3

/** Before more is paid: what is on its way, and whether that is meant. */
export function PendingPayments({ accounts, amount, form }: PendingPaymentsProps) {
  const inWords = usePendingInWords()
  if (accounts.length === 0) return null
  const { value, error, ...input } = form.input('payAnyway')
  const more = accounts.length - mostNamed
  return (
    <Notice tone="warning" title={t(paymentFormTexts.onItsWay)}>
      {accounts.slice(0, mostNamed).map((account) => (
        <p key={account.accID}>{inWords(account)}</p>
      ))}
      {more > 0 ? (
        <p>{plural(more, 'One more account is paid, too.', '{count} more accounts are paid, too.')}</p>
      ) : null}
      <CheckboxField
        {...input}
        label={amount > 0 ? t(paymentFormTexts.payAllTheSame, { total: dollars(amount) }) : t('Pay anyway')}
        error={error}
        required
        checked={value}
      />
    </Notice>
  )
}
