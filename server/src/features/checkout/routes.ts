import {
  cancelBankPayment as cancelBankPaymentCall,
  depositMessages,
  listUnverifiedPayments,
  verifyBankAccount,
} from '@portal/contract/bank-payments'
import type { ParsedBodyOf } from '@portal/contract/call'
import {
  type Checkout,
  continueCheckout,
  findCheckout,
  readCheckout,
  startCheckout as startCheckoutCall,
} from '@portal/contract/checkout'
import type { CheckoutPublicId } from '@portal/contract/ids'
import { cancelForPayer as cancelForPayerCall, sendReceipt as sendReceiptCall } from '@portal/contract/one-payment'
import type { FastifyInstance } from 'fastify'
import type { Deposited } from '../../adapters/payment-gateway/port-bank-accounts.ts'
import type { Caller } from '../../caller.ts'
import type { Db } from '../../database/connect.ts'
import { consume } from '../../foundation/rate-limits/rate-limits.ts'
import { adminRoute, customerRoute, route } from '../../http/route.ts'
import { isPlannedFor } from '../../payments/planned/charge.ts'
import { readUnverified } from '../../payments/records/bank-standings.ts'
import { findByKey, readByPublicId } from '../../payments/records/checkouts.ts'
import type { StoredCheckout } from '../../payments/records/stored-checkout.ts'
import { depositsEndAt } from '../../payments/schedule.ts'
import { cancelBankPayment, verifyAccount } from '../../payments/submit/bank-payment.ts'
import { continuePayment } from '../../payments/submit/continue-payment.ts'
import type { PaymentDoor } from '../../payments/submit/payer.ts'
import { refuseCommonly, refuseField } from '../../refusal.ts'
import { cancelForPayer } from './cancel-for-payer.ts'
import { checkoutView, linkedView } from './checkout-view.ts'
import { sendReceipt } from './send-receipt.ts'
import { startCheckout } from './start-checkout.ts'

/** docs/payments.md */
export function checkoutRoutes(app: FastifyInstance, engine: PaymentDoor): void {
  route(app, startCheckoutCall, async (request) =>
    startCheckout(engine, request, request.headers['idempotency-key'], request.body),
  )
  route(app, readCheckout, async ({ params, session }) => await readable(engine, session, params.publicId))
  route(app, continueCheckout, async ({ params, session, body }) => {
    await consume(engine, 'confirmationsPerSession', String(session.id))
    const stored = await readByPublicId(engine.db, params.publicId)
    // Opened later, by a link: only the session that pays can go on.
    if (stored?.sessionId !== session.id) {
      return { checkout: await readable(engine, session, params.publicId), confirmation: null }
    }
    const { checkout, confirmation } = await continuePayment(engine, stored, body.isGivenUp ?? false)
    return { checkout: checkoutView(engine, checkout, session), confirmation }
  })
  route(app, verifyBankAccount, async ({ params, session, body, clientAddress }) => {
    await consume(engine, 'bankAnswersPerAddress', clientAddress)
    const checkout = bankPayment(await readByPublicId(engine.db, params.link))
    await verifyAccount(engine, checkout, depositedAs(checkout, body))
    return await readable(engine, session, params.link)
  })
  route(app, cancelBankPaymentCall, async ({ params, session, clientAddress }) => {
    await consume(engine, 'bankAnswersPerAddress', clientAddress)
    await cancelBankPayment(engine, bankPayment(await readByPublicId(engine.db, params.link)))
    return await readable(engine, session, params.link)
  })
  customerRoute(app, listUnverifiedPayments, async ({ session }) => ({
    payments: (await readUnverified(engine.db, session.username)).map(({ sentAt, ...payment }) => ({
      ...payment,
      verifyBy: depositsEndAt(sentAt),
    })),
  }))
  route(app, findCheckout, async ({ query, session }) =>
    checkoutView(engine, owned(await findByKey(engine.db, session.id, query.key), session.id), session),
  )
  adminRoute(app, cancelForPayerCall, async (request) => {
    await cancelForPayer(engine, request.session, request.body.id, request)
    return { result: { status: 'Success' as const } }
  })
  adminRoute(app, sendReceiptCall, async (request) => {
    await sendReceipt(engine, request.session, request.body, request)
    return { result: { status: 'Success' as const } }
  })
}

/** As its payer reads it, or, of a bank payment, whoever has the link of an email. */
async function readable(engine: PaymentDoor, session: Caller, publicId: CheckoutPublicId): Promise<Checkout> {
  const checkout = await readByPublicId(engine.db, publicId)
  if (checkout && (await isPayers(engine.db, checkout, session))) return checkoutView(engine, checkout, session)
  return linkedView(engine, bankPayment(checkout))
}

/** In any session, a customer reads the payments that AutoPay made for them, and their own from bank accounts. */
async function isPayers(db: Db, checkout: StoredCheckout, session: Caller): Promise<boolean> {
  if (checkout.sessionId === session.id) return true
  if (session.kind !== 'customer') return false
  if (checkout.sessionId === null) return await isPlannedFor(db, checkout.id, session.webUserId)
  const { attempt, mode, paidBy } = checkout
  return attempt.bank !== null && mode === 'Online' && paidBy?.toLowerCase() === session.username.toLowerCase()
}

function bankPayment(checkout: StoredCheckout | null): StoredCheckout {
  if (!checkout?.attempt.bank) throw refuseCommonly('not-found')
  return checkout
}

/** @throws Refusal `invalid` for an answer of the other kind, or none */
function depositedAs(
  { attempt }: StoredCheckout,
  { code, amounts }: ParsedBodyOf<typeof verifyBankAccount>,
): Deposited {
  if (attempt.bank?.deposits?.kind === 'amounts') {
    if (!amounts) throw refuseField('amounts', depositMessages.amount)
    return { amounts }
  }
  if (!code) throw refuseField('code', depositMessages.code)
  return { code }
}

/** Somebody else's checkout is treated as if it did not exist. */
function owned(checkout: StoredCheckout | null, sessionId: number): StoredCheckout {
  if (!checkout || checkout.sessionId !== sessionId) throw refuseCommonly('not-found')
  return checkout
}
