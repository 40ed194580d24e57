import { verifyLimits } from '@portal/contract/bank-payments'
import { maskCardNumber } from '@portal/contract/card'
import type { Checkout } from '@portal/contract/checkout'
import { paymentTexts, wholeReceipt } from '@portal/contract/payments'
import { maskAddress, maskEmail, maskName } from '@portal/contract/text'
import { isLateReturn } from '../../adapters/payment-gateway/port-bank-accounts.ts'
import type { DeclineReason } from '../../adapters/payment-gateway/port-declines.ts'
import type { PaymentGateway } from '../../adapters/payment-gateway/port.ts'
import type { Caller } from '../../caller.ts'
import type { Engine } from '../../payments/engine.ts'
import type { StoredBank } from '../../payments/records/stored-bank.ts'
import { type StoredCheckout, receiptTagOf } from '../../payments/records/stored-checkout.ts'
import { depositsEndAt } from '../../payments/schedule.ts'
import { payerOutcomeOf } from '../../payments/states.ts'

type Knowing = Pick<Engine, 'gateway'>

/** C§2.8, R19. A guest never reads the whole address (docs/decisions/013). */
export function checkoutView(engine: Knowing, checkout: StoredCheckout, payer: Pick<Caller, 'kind'>): Checkout {
  const { gateway } = engine
  const { attempt } = checkout
  const outcome = outcomeOf(checkout)
  const receiptTag = receiptTagOf(attempt, attempt.transactionTag)
  const isMasked = payer.kind === 'guest'
  return {
    publicId: checkout.publicId,
    outcome,
    amount: checkout.amount,
    fee: attempt.fee,
    currency: 'USD',
    cardBrand: attempt.brand,
    bankAccount: attempt.bank && { ...nameOf(attempt.bank), lastFour: attempt.lastFour },
    cardHolderName: attempt.cardHolder,
    maskedCardNumber: maskCardNumber(attempt.lastFour),
    startedAt: attempt.sentAt,
    decidedAt: checkout.decidedAt,
    referenceNumber: attempt.reference,
    authorizationNumber: attempt.authorizationNumber,
    transactionTag: attempt.transactionTag,
    message: messageOf(gateway, checkout, outcome, payer),
    bank: attempt.bank && standingOf(engine, checkout, attempt.bank),
    receiptNumber: outcome === 'approved' && receiptTag ? wholeReceipt(receiptTag) : null,
    shortNumber: attempt.shortNumber,
    confirmationEmail: emailFor(payer, checkout.confirmationEmail),
    accounts: checkout.items.map((item) => ({
      accountId: item.accountId,
      serviceLocation: isMasked ? maskAddress(item.serviceLocation) : item.serviceLocation,
      amount: item.amount,
      receiptNumber: item.receiptNumber,
      isPosted: item.postingState === 'POSTED',
    })),
  }
}

/** A payer reads of a late return what they read of any other. */
function outcomeOf({ state, attempt }: StoredCheckout): Checkout['outcome'] {
  return state === 'REVERSED' && isLateReturn(attempt.bank?.returned) ? 'returned' : payerOutcomeOf[state]
}

function nameOf({ bankName, accountType }: StoredBank) {
  return { bankName, accountType }
}

/** To whoever has the link of an email about a bank payment, in any session: nothing that tells who paid for whom. */
export function linkedView(engine: Knowing, checkout: StoredCheckout): Checkout {
  const seen = checkoutView(engine, checkout, { kind: 'guest' })
  return { ...seen, cardHolderName: maskName(seen.cardHolderName), accounts: [] }
}

function standingOf({ gateway }: Knowing, { items, attempt }: StoredCheckout, bank: StoredBank): Checkout['bank'] {
  const { submittedAt, answersBy, deposits, returned } = bank
  return {
    submittedAt,
    debitsAbout: submittedAt && (gateway.bankAccounts?.debitsAbout(submittedAt) ?? null),
    answersBy,
    isCredited: items.some(({ postingState }) => postingState !== null),
    deposits: deposits && {
      arriveOn: deposits.arriveOn,
      kind: deposits.kind,
      answerBy: depositsEndAt(attempt.sentAt),
      triesLeft: verifyLimits.tries[deposits.kind] - deposits.tries,
    },
    returned: returned?.reason ?? null,
  }
}

/** A guest may have left the address on file, which they are shown only parts of (R31). */
function emailFor({ kind }: Pick<Caller, 'kind'>, address: string | null): string | null {
  return kind === 'guest' && address !== null ? maskEmail(address) : address
}

/** Why a payment was declined, for its payer (R33). */
const declined: Readonly<Record<DeclineReason, string>> = {
  limit: 'The bank declined the payment because the card has reached its limit.',
  funds: 'The bank declined the payment because there is not enough money or credit on the card.',
  details: 'The bank declined the payment. Check the card number, the expiration date and the CVV.',
  bankAway: 'The bank couldn’t be reached. Try again in a few minutes.',
  payerAsked: 'The bank wants you to confirm this payment. Pay again, and confirm it when your bank asks.',
  unsaid: 'The bank declined the payment. To learn why, call the number on the back of the card.',
}

/** Of a bank account. */
const notDebited: typeof declined = {
  ...declined,
  limit: 'Your bank account can’t pay this much now. Pay less, use another bank account, or pay by card.',
  funds: 'Your bank declined the payment because there is not enough money in the account.',
  details: 'Your bank account can’t be debited. Use another bank account, or pay by card.',
  unsaid: 'Your bank account can’t be debited. Use another bank account, or pay by card.',
}

/** On the phone the payer can confirm nothing, and the clerk has no card in hand. */
const declinedByPhone: Partial<typeof declined> = {
  payerAsked: 'The bank wants its customer to confirm this payment, which is not possible by phone.',
  unsaid: 'The bank declined the payment. The caller can ask why at the number on the back of the card.',
}

function messageOf(
  gateway: PaymentGateway,
  { attempt }: StoredCheckout,
  outcome: Checkout['outcome'],
  { kind }: Pick<Caller, 'kind'>,
): string | null {
  switch (outcome) {
    case 'approved':
      return paymentTexts.approved
    case 'declined':
      return { ...(attempt.bank ? notDebited : declined), ...(kind === 'admin' && declinedByPhone) }[
        gateway.declineReason(attempt.bankCode)
      ]
    case 'beingConfirmed':
      return paymentTexts.doNotPayAgain
    case 'serverFailed':
    case 'reversed':
    case 'refunded':
    case 'verifying':
    case 'submitted':
    case 'returned':
      return null
  }
}
