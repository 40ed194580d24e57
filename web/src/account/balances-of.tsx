import { billingDataTexts } from '@portal/contract/billing-data'
import { useBillingData } from '#api/portal-start.tsx'
import { formatDate } from '#ui/text/format.ts'
import { t } from '#ui/text/t.ts'

/** The day of the balances, where data have no payments made elsewhere: only what was paid here is in them at once. */
export function BalancesOf({ className }: { readonly className?: string | undefined }) {
  const data = useBillingData()
  if (!data?.lacks.includes('payments')) return null
  return <p className={className}>{t(billingDataTexts.balancesOf, { day: formatDate(data.asOf) })}</p>
}
