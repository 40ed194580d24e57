import type { ReplyOf } from '@portal/contract/call'
import { CardDetails, cardMessages, maskCardNumber } from '@portal/contract/card'
import { sayWhatIsWrong } from '@portal/contract/input-texts'
import { type Cents, decimalCents } from '@portal/contract/money'
import { noCardNumbers, paymentTexts } from '@portal/contract/payments'
import { type payeezy as payeezyCall, stepwiseTexts } from '@portal/contract/stepwise-payments'
import type { z } from 'zod'
import type { StoredCheckout, StoredDraft } from '../../payments/records/stored-checkout.ts'
import { payerOutcomeOf } from '../../payments/states.ts'
import { type PaymentOrder, hashOf } from '../../payments/submit/check-payment.ts'
import type { PaymentDoor, Payer } from '../../payments/submit/payer.ts'
import { shownOfMethod } from '../../payments/submit/read-method.ts'
import { answerRepeat, submitPayment } from '../../payments/submit/submit-payment.ts'
import { findPaymentToCharge, orSentence, refused } from './find-payment.ts'

type Body = z.output<NonNullable<typeof payeezyCall.body>>
type Result = ReplyOf<typeof payeezyCall>['result']

/** As `POST /api/v1/checkout` (docs/payments.md). @throws before any charge: Refusal, BillingSystemDown */
export async function payeezy(engine: PaymentDoor, payer: Payer, body: Body): Promise<Result> {
  if (engine.gateway.readToken) return refused(noCardNumbers)
  const request = readChargeRequest(body)
  if ('sentence' in request) return refused(request.sentence)
  const { contentHash } = request
  const found = await findPaymentToCharge(engine, payer.session.id, body.custome_ref ?? '', contentHash)
  if (!found) return refused(stepwiseTexts.noSuchPayment)
  const submitted = found.attempt
    ? answerRepeat(engine, found, contentHash)
    : submitPayment(engine, orderOf(payer, found, request))
  const told = await orSentence(submitted)
  return 'sentence' in told ? refused(told.sentence) : payeezyReply(told.value)
}

interface ChargeRequest {
  claimed: { amount: Cents; countTag: string }
  card: CardDetails
  contentHash: string
}

/** Or the sentence of A§5 for what is wrong with how the card is written. */
function readChargeRequest(body: Body): ChargeRequest | { sentence: string } {
  const card = CardDetails.safeParse(
    {
      cardHolderName: body.card_holder,
      cardNumber: body.card_num,
      validExpDate: body.exp_date,
      cvv: body.CAVV,
      billingZipCode: body.zip_code,
    },
    { error: sayWhatIsWrong },
  )
  if (!card.success) return { sentence: card.error.issues[0]?.message ?? cardMessages.numberFormat }
  const claimed = { amount: body.amount, countTag: body.payment_count.trim().toUpperCase() }
  const contentHash = hashOf([claimed.amount, claimed.countTag, ...shownOfMethod(card.data)])
  return { claimed, card: card.data, contentHash }
}

/** The payer knows what this session was shown, and nothing paid since the draft (docs/decisions/021). */
function orderOf(payer: Payer, draft: StoredDraft, { claimed, card, contentHash }: ChargeRequest): PaymentOrder {
  return {
    payer,
    idempotencyKey: draft.idempotencyKey,
    contentHash,
    accounts: draft.items,
    card,
    humanCheck: 'remembered',
    draft: { ...draft, claimed },
  }
}

/** From what is recorded. An unknown outcome is never reported as a refusal (R19). */
export function payeezyReply(checkout: StoredCheckout): Result {
  switch (payerOutcomeOf[checkout.state]) {
    case 'approved':
      return { status: 'True', data: dataOf(checkout, 'true') }
    case 'declined':
      return { status: 'True', data: dataOf(checkout, 'false') }
    case 'serverFailed':
    case 'returned':
      return refused(paymentTexts.failed)
    case 'beingConfirmed':
    case 'verifying':
    case 'submitted':
      return refused(`${paymentTexts.beingConfirmed} ${paymentTexts.doNotPayAgain} (${checkout.attempt.reference})`)
    case 'reversed':
      return refused(stepwiseTexts.reversed)
    case 'refunded':
      return refused(stepwiseTexts.refunded)
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
    EXact_Message: attempt.message ?? '',
    Bank_Message: attempt.bankMessage ?? '',
    CardType: attempt.brand ?? '',
    CardHoldersName: attempt.cardHolder,
    Card_Number: maskCardNumber(attempt.lastFour),
    DollarAmount: decimalCents(amount),
    Currency: 'USD',
    CTR: attempt.gatewayRecord ?? '',
  }
}
