import { type PayMethod, payMethods } from '@portal/contract/bank-accounts'
import type { SessionKind } from '@portal/contract/call'
import { type ReactNode, useState } from 'react'
import { usePortalStart } from '#api/portal-start.tsx'
import { RadioCards } from '#ui/form/radio-cards.tsx'
import { t } from '#ui/text/t.ts'

/** How somebody pays. Clerks take cards alone: the holder of a bank account has to agree in writing. */
export function usePayMethod(as: SessionKind, first: PayMethod = 'card') {
  const { profile } = usePortalStart()
  const [chosen, choose] = useState(first)
  const isOffered = profile.bankPayments !== null && as !== 'admin'
  return { method: isOffered ? chosen : 'card', choose, isOffered } as const
}

interface MethodChoiceProps {
  readonly of: ReturnType<typeof usePayMethod>
  /** What is to be known of a method before it is chosen. */
  readonly hints?: Partial<Record<PayMethod, ReactNode>>
}

const methods = ['card', 'bank'] as const satisfies readonly PayMethod[]

/** Nothing where there is nothing to choose. */
export function MethodChoice({ of: { method, choose, isOffered }, hints = {} }: MethodChoiceProps) {
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
