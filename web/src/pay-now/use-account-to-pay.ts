import { readAccountToPay } from '@portal/contract/account-to-pay'
import type { PayableAccount } from '@portal/contract/pay-now'
import { useQuery } from '@tanstack/react-query'
import { send } from '#api/send.ts'

/** The milliseconds between requests while the account is being paid (R19), until that payment is settled. */
const askEvery = 30_000

/** The account that was found; while it is being paid, as it stands by now. */
export function useAccountToPay(found: PayableAccount): PayableAccount {
  const { accID: accountId } = found
  const asked = useQuery({
    queryKey: ['account-to-pay', accountId],
    queryFn: async ({ signal }) => await send(readAccountToPay, { as: 'guest', body: { accountId }, signal }),
    initialData: found,
    staleTime: Infinity,
    refetchInterval: ({ state }) => state.data?.isBeingPaid && askEvery,
    // Whoever finds the account again is shown what was found then.
    gcTime: 0,
  })
  return asked.data
}
