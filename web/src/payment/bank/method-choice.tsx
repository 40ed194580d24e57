import { type PayMethod, payMethods } from '@portal/contract/bank-accounts'
import type { SessionKind } from '@portal/contract/call'
import type { PayableAccount } from '@portal/contract/pay-now'
import { paymentFormTexts } from '@portal/contract/payments'
import { type ReactNode, useState } from 'react'
import { usePortalStart } from '#api/portal-start.tsx'
import { RadioCards } from '#ui/form/radio-cards.tsx'
import { t } from '#ui/text/t.ts'

/**
 * How somebody pays these accounts. Clerks take cards alone: the holder of a bank account has to agree in writing. So do
 * accounts of which banks have returned too many payments.
 */
export function usePayMethod(
  as: SessionKind,
  accounts: readonly Pick<PayableAccount, 'isBankBlocked'>[],
  first: PayMethod = 'card',
) {
  const { profile } = usePortalStart()
  const [chosen, choose] = useState(first)
  const mayOffer = profile.bankPayments !== null && as !== 'admin'
  const isBlocked = mayOffer && accounts.some(({ isBankBlocked }) => isBankBlocked)
  const isOffered = mayOffer && !isBlocked
  return { method: isOffered ? chosen : 'card', choose, isOffered, isBlocked } as const
}

interface MethodChoiceProps {
  readonly of: ReturnType<typeof usePayMethod>
  /** What is to be known of a method before it is chosen. */
  readonly hints?: Partial<Record<PayMethod, ReactNode>>
}

const methods = ['card', 'bank'] as const satisfies readonly PayMethod[]

/** Nothing where there is nothing to choose. */
export function MethodChoice({ of: { method, choose, isOffered, isBlocked }, hints = {} }: MethodChoiceProps) {
  if (isBlocked) return <p>{t(paymentFormTexts.bankBlocked)}</p>
  if (!isOffered) return null
  return (
    <RadioCards
      legend={t('How do you want to pay?')}
      options={methods.map((value) => ({ value, label: t(payMethods[value]), detail: hints[value] }))}
      chosen={method}
      onChoose={choose}
      beside
    />
  )
}
