import type { DeclineReason } from '../port-declines.ts'

/** By Bank_Resp_Code. */
const reasons: Readonly<Record<string, DeclineReason>> = {
  201: 'details',
  233: 'details',
  260: 'details',
  301: 'bankAway',
  302: 'limit',
  304: 'details',
  509: 'limit',
  510: 'limit',
  521: 'funds',
  522: 'details',
  531: 'details',
  605: 'details',
  811: 'details',
  902: 'bankAway',
}

export function declineReason(bankCode: string | null): DeclineReason {
  return reasons[bankCode ?? ''] ?? 'unsaid'
}
