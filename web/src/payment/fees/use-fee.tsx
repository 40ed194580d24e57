import type { PayMethod } from '@portal/contract/bank-accounts'
import type { SessionKind } from '@portal/contract/call'
import { type ServiceFees, feeTexts, serviceFeeOf } from '@portal/contract/fees'
import { type Cents, sumCents } from '@portal/contract/money'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { usePortalStart } from '#api/portal-start.tsx'
import { DescriptionList } from '#ui/text/description-list.tsx'
import { dollars } from '#ui/text/format.ts'
import { t } from '#ui/text/t.ts'

const rulesKey = ['service-fees'] as const

/** The rules for service fees: the page's own, until a refusal has said newer ones. */
export function useServiceFees() {
  const { serviceFees } = usePortalStart().profile
  const queries = useQueryClient()
  // Of the page itself: nothing is ever fetched.
  const { data } = useQuery<ServiceFees>({
    queryKey: rulesKey,
    queryFn: () => serviceFees,
    initialData: serviceFees,
    staleTime: Infinity,
    gcTime: Infinity,
  })
  return {
    fees: data,
    onRules: (rules: ServiceFees | undefined) => (rules ? queries.setQueryData(rulesKey, rules) : undefined),
  }
}

interface Paid {
  /** Whose session pays. */
  readonly as: SessionKind
  readonly method: PayMethod
  /** Of the bills. */
  readonly amount: Cents
}

export interface Fee {
  readonly method: PayMethod
  readonly amount: Cents
  readonly fee: Cents
  /** What is charged. */
  readonly total: Cents
  /** Under each method; nothing where no method has a fee. */
  readonly hints: Partial<Record<PayMethod, string>>
}

/** What comes on top of a payment that is made now. */
export function useFee({ as, method, amount }: Paid): Fee {
  const { fees } = useServiceFees()
  const channel = as === 'admin' ? 'phone' : 'online'
  const [card, bank] = [serviceFeeOf(fees, 'card', channel, amount), serviceFeeOf(fees, 'bank', channel, amount)]
  const fee = method === 'card' ? card : bank
  const hintOf = (each: Cents) => (each > 0 ? t(feeTexts.hint, { amount: dollars(each) }) : t(feeTexts.none))
  const hints = fees.some((rule) => rule.channels.includes(channel)) ? { card: hintOf(card), bank: hintOf(bank) } : {}
  return { method, amount, fee, total: sumCents([amount, fee]), hints }
}

/** Above the total: what it is made of. Nothing where no method has a fee. */
export function FeeLines({ of: { method, amount, fee, hints } }: { readonly of: Fee }) {
  if (!hints.card) return null
  return (
    <>
      <DescriptionList
        items={[
          { term: t(feeTexts.toPay), value: dollars(amount) },
          { term: t(feeTexts.fee[method]), value: fee > 0 ? dollars(fee) : t('None') },
        ]}
      />
      {fee > 0 ? <p>{t(feeTexts.why)}</p> : null}
    </>
  )
}

/** Each account is charged on its own. */
export function scheduleFee(fees: ServiceFees, method: PayMethod, lines: readonly { readonly amount: Cents }[]): Cents {
  return sumCents(lines.map(({ amount }) => serviceFeeOf(fees, method, 'schedule', amount)))
}

/** For the request, which says it only where there is one. */
export function feeShown(fees: ServiceFees, method: PayMethod, lines: readonly { readonly amount: Cents }[]) {
  const fee = scheduleFee(fees, method, lines)
  return fee > 0 ? { fee } : {}
}
