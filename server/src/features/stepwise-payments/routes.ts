import {
  confirmEmail as confirmEmailCall,
  insertTransactionLogs as insertTransactionLogsCall,
  makePayment as makePaymentCall,
  payeezy as payeezyCall,
  saveOverallPayment as saveOverallPaymentCall,
  savePayment as savePaymentCall,
  updateOverallPayment as updateOverallPaymentCall,
  updatePayment as updatePaymentCall,
} from '@portal/contract/stepwise-payments'
import type { FastifyInstance } from 'fastify'
import { route } from '../../http/route.ts'
import type { PaymentParts } from '../../payments/submit/check-payment.ts'
import { refuseGuestsWhenOff } from '../../payments/submit/payer.ts'
import { insertTransactionLogs } from './client-notes.ts'
import { updateOverallPayment, updatePayment } from './compare-claims.ts'
import { confirmEmail } from './confirm-email.ts'
import { makePayment } from './make-payment.ts'
import { payeezy } from './payeezy.ts'
import { saveOverallPayment, savePayment } from './save-payment.ts'

/** A§7, R2. The switch stops guests from beginning and charging; what follows a charge goes on, also repeats (R16). */
export function stepwiseRoutes(app: FastifyInstance, parts: PaymentParts): void {
  route(app, saveOverallPaymentCall, async (asked) => {
    await refuseGuestsWhenOff(parts.isPayNowOff, asked.session)
    return saveOverallPayment(parts, asked, asked.body)
  })
  route(app, savePaymentCall, async (asked) => {
    await refuseGuestsWhenOff(parts.isPayNowOff, asked.session)
    return savePayment(parts, asked, asked.body)
  })
  route(app, payeezyCall, async (asked) => ({ result: await payeezy(parts, asked, asked.body) }))
  route(app, confirmEmailCall, async (asked) => ({ result: await confirmEmail(parts, asked, asked.body) }))
  route(app, makePaymentCall, async (asked) => ({ result: await makePayment(parts, asked, asked.body) }))
  route(app, updateOverallPaymentCall, async (asked) => ({
    result: await updateOverallPayment(parts, asked, asked.body),
  }))
  route(app, updatePaymentCall, async (asked) => ({ result: await updatePayment(parts, asked, asked.body) }))
  route(app, insertTransactionLogsCall, async (asked) => ({
    result: await insertTransactionLogs(parts, asked, asked.body.transaction_logs),
  }))
}
