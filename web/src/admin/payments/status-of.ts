import type { PaymentStatus } from '@portal/contract/payments'
import { staffStatuses } from '@portal/contract/reports-texts'

interface AccountPayment {
  readonly status: PaymentStatus
  readonly receipt_num: string
}

/**
 * What has become of one account's payment (A§4). The specification has no word for one that was refunded: it counts as
 * declined, although it was paid and has a receipt.
 */
export function statusOf({ status, receipt_num: receipt }: AccountPayment): string {
  return status === 'DECLINED' && receipt !== '' ? staffStatuses.refunded : status
}
