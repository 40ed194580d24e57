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
import { type PaymentDoor, refuseGuestsWhenOff } from '../../payments/submit/payer.ts'
import { insertTransactionLogs } from './client-notes.ts'
import { updateOverallPayment, updatePayment } from './compare-claims.ts'
import { confirmEmail } from './confirm-email.ts'
import { makePayment } from './make-payment.ts'
import { payeezy } from './payeezy.ts'
import { saveOverallPayment, savePayment } from './save-payment.ts'

/** A§7, R2. The switch stops guests from beginning and charging; what follows a charge goes on, also repeats (R16). */
export function stepwiseRoutes(app: FastifyInstance, engine: PaymentDoor): void {
  route(app, saveOverallPaymentCall, async (request) => {
    await refuseGuestsWhenOff(engine.isPayNowOff, request.session)
    return saveOverallPayment(engine, request, request.body)
  })
  route(app, savePaymentCall, async (request) => {
    await refuseGuestsWhenOff(engine.isPayNowOff, request.session)
    return savePayment(engine, request, request.body)
  })
  route(app, payeezyCall, async (request) => ({ result: await payeezy(engine, request, request.body) }))
  route(app, confirmEmailCall, async (request) => ({ result: await confirmEmail(engine, request, request.body) }))
  route(app, makePaymentCall, async (request) => ({ result: await makePayment(engine, request, request.body) }))
  route(app, updateOverallPaymentCall, async (request) => ({
    result: await updateOverallPayment(engine, request, request.body),
  }))
  route(app, updatePaymentCall, async (request) => ({ result: await updatePayment(engine, request, request.body) }))
  route(app, insertTransactionLogsCall, async (request) => ({
    result: await insertTransactionLogs(engine, request, request.body.transaction_logs),
  }))
}
