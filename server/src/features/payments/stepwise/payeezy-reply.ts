import type { ReplyOf } from '@portal/contract/call'
import { maskCardNumber } from '@portal/contract/card'
import { decimalCents } from '@portal/contract/money'
import { paymentTexts } from '@portal/contract/payments'
import { type payeezy as payeezyCall, stepwiseTexts } from '@portal/contract/stepwise-payments'
import { outcomeOf } from '../states.ts'
import type { StoredCheckout } from '../store.ts'
import { refused } from './stepwise-deps.ts'

type Result = ReplyOf<typeof payeezyCall>['result']

/** The reply about a charge, from what is recorded. An unknown outcome is never reported as a refusal (R19). */
export function payeezyReply(checkout: StoredCheckout): Result {
  switch (outcomeOf[checkout.state]) {
    case 'approved':
      return { status: 'True', data: dataOf(checkout, 'true') }
    case 'declined':
      return { status: 'True', data: dataOf(checkout, 'false') }
    case 'serverFailed':
      return refused(paymentTexts.failed)
    case 'beingConfirmed':
      return refused(`${paymentTexts.beingConfirmed} ${paymentTexts.doNotPayAgain} (${checkout.attempt.reference})`)
    case 'reversed':
      return refused(stepwiseTexts.reversed)
  }
}

function dataOf(
  { amount, attempt }: StoredCheckout,
  approved: 'true' | 'false',
): Extract<Result, { status: 'True' }>['data'] {
  return {
    Transaction_Approved: approved,
    Transaction_Tag: attempt.transactionTag ?? '',
    Reference_No: attempt.reference,
    SequenceNo: attempt.sequenceNumber ?? '',
    Authorization_Num: attempt.authorizationNumber ?? '',
    EXact_Message: attempt.exactMessage ?? '',
    Bank_Message: attempt.bankMessage ?? '',
    CardType: attempt.brand,
    CardHoldersName: attempt.cardHolder,
    Card_Number: maskCardNumber(attempt.lastFour),
    DollarAmount: decimalCents(amount),
    Currency: 'USD',
    CTR: attempt.gatewayRecord ?? '',
  }
}
