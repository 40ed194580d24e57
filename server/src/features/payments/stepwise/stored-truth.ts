import type { ReplyOf } from '@portal/contract/call'
import { wholeReceipt } from '@portal/contract/payments'
import type {
  updateOverallPayment as updateOverallPaymentCall,
  updatePayment as updatePaymentCall,
} from '@portal/contract/stepwise-payments'
import { itemStatusOf } from '../states.ts'
import type { StoredCheckout, StoredItem } from '../store.ts'

/** One payment as it is recorded, under the names of `update-overall-payment`. */
type OverallTruth = Extract<ReplyOf<typeof updateOverallPaymentCall>['result'], { status: 'Success' }>['data']
/** One account's payment as it is recorded, under the names of `update-payment`. */
type IndividualTruth = Extract<ReplyOf<typeof updatePaymentCall>['result'], { status: 'Success' }>['data']

/** The billing status is worked out, never stored: '1' when the billing system holds every account's payment (A§4). */
export function overallTruth({ state, items, attempt }: StoredCheckout): OverallTruth {
  return {
    receipt: state === 'PAID' ? wholeReceipt(attempt.transactionTag ?? '') : '',
    transaction_tag: attempt.transactionTag ?? '',
    pay_eezy_seq_num: attempt.sequenceNumber ?? '',
    auth_no: attempt.authorizationNumber ?? '',
    process_message: attempt.exactMessage ?? '',
    bank_response: attempt.bankMessage ?? '',
    ccb_status: items.every((item) => item.postingState === 'POSTED') ? '1' : '0',
  }
}

/** A draft has been saved, and nothing more has happened to it (A§4). */
export const draftTruth: { overall: OverallTruth; individual: IndividualTruth } = {
  overall: {
    receipt: '',
    transaction_tag: '',
    pay_eezy_seq_num: '',
    auth_no: '',
    process_message: '',
    bank_response: '',
    ccb_status: '0',
  },
  individual: { status: 'saved', receipt: '' },
}

/** What is recorded of one account of a payment (A§4). */
export function individualTruth({ attempt }: StoredCheckout, item: StoredItem): IndividualTruth {
  return { status: itemStatusOf[attempt.state], receipt: item.receiptNumber ?? '' }
}
