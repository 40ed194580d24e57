import { type AutopayAgreement, endAutopay, resumeAutopay } from '@portal/contract/autopay'
import { autopayTexts } from '@portal/contract/autopay-texts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { showNow } from '#api/queries.tsx'
import { send } from '#api/send.ts'
import { autopayKey } from './use-autopay.ts'

/** Ends an agreement or goes on with it; every reply has them all. */
export function useAutopayChanges({ id }: Pick<AutopayAgreement, 'id'>, onDone: (text: string) => void) {
  const queries = useQueryClient()
  const change = useMutation({
    mutationFn: async (to: 'end' | 'resume') =>
      to === 'end'
        ? await send(endAutopay, { as: 'customer', params: { id }, body: {} })
        : { ...(await send(resumeAutopay, { as: 'customer', params: { id }, body: {} })), isCharging: null },
    onSuccess: ({ isCharging, ...autopay }) => {
      showNow(queries, autopayKey, autopay)
      if (isCharging === null) onDone('AutoPay is on again.')
      else
        onDone(
          isCharging
            ? 'AutoPay is off. A charge that began before is still going through. We’ll email you the result.'
            : autopayTexts.turnedOff,
        )
    },
    // Another tab may have changed it.
    onError: () => void queries.invalidateQueries({ queryKey: autopayKey }),
  })
  return {
    end: () => change.mutate('end'),
    resume: () => change.mutate('resume'),
    isPending: change.isPending,
    error: change.error,
  }
}
