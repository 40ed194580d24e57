import { readConsumption } from '@portal/contract/bills'
import type { AccountNumber } from '@portal/contract/ids'
import { useQuery } from '@tanstack/react-query'
import { UsageChart } from '#account/usage-chart/usage-chart.tsx'
import { send } from '#api/send.ts'
import { t } from '#ui/text/t.ts'
import { Loading } from '#ui/waiting/loading.tsx'
import { Retry } from '../view-states.tsx'

/** The usage chart of an account: twelve months of water or amounts, with their average (C§2.5). */
export function Consumption({ accountId }: { readonly accountId: AccountNumber }) {
  const consumption = useQuery({
    queryKey: ['consumption', accountId],
    queryFn: async ({ signal }) => await send(readConsumption, { as: 'customer', body: { accountId }, signal }),
    staleTime: Infinity,
  })
  if (consumption.isPending) return <Loading what={t('Loading the chart')} />
  if (consumption.isError) return <Retry error={consumption.error} onTryAgain={() => void consumption.refetch()} />
  return <UsageChart consumption={consumption.data} />
}
