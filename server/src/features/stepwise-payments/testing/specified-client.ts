import { z } from 'zod'
import type { TestBrowser } from '../../../http/testing/app.ts'
import { handIn } from './stepwise-world.ts'

/** Knows only A§4 and A§7, in their order; every reply is kept. */
interface Specified {
  overall: Record<string, unknown>
  individuals: Record<string, unknown>[]
  charge: { status: string; description?: string; data?: Record<string, string> }
  email?: Result
  postings: Result[]
  overallUpdate?: Result
  individualUpdates: Result[]
  log: Result
}

interface Result {
  status: string
  description?: string
  data?: unknown
}

const Reply = z.object({
  result: z.object({
    status: z.string(),
    description: z.string().optional(),
    data: z.record(z.string(), z.string()).optional(),
  }),
})

/** As typed (A§3, card details). */
export const form = {
  cardHolderName: 'Maria Cruz',
  cardNumber: '4111111111111111',
  validExpDate: '1230',
  cvv: '987',
  billingZipCode: '96913',
  confirmationEmail: 'payer@example.com',
}

export async function payAsSpecified(
  guest: TestBrowser,
  cart: { accID: string; amount: string }[],
): Promise<Specified> {
  const total = cart.reduce((sum, row) => sum + Number(row.amount), 0).toFixed(2)
  const paymentSource = 'CCV'
  const overall = await send(guest, 'save-overall-payment', {
    username: 'PayNow',
    amount: total,
    mode: 'Online',
    payment_source: paymentSource,
  })
  const individuals: Record<string, unknown>[] = []
  for (const { accID, amount } of cart) {
    const body = { overall_id: overall['overallId'], account_number: accID, amount, paid_by: 'PayNow' }
    individuals.push(await send(guest, 'save-payment', body))
  }
  await handIn(guest, 'checkout')
  const charge = await result(guest, 'payeezy', {
    amount: total,
    card_num: form.cardNumber,
    exp_date: form.validExpDate,
    card_holder: form.cardHolderName,
    CAVV: form.cvv,
    custome_ref: overall['overallId'],
    payment_count: cart.length === 1 ? 'SINGLE' : `MULTI-${cart.length}`,
    zip_code: form.billingZipCode,
  })
  const told: Specified = { overall, individuals, charge, postings: [], individualUpdates: [], log: { status: '' } }
  if (charge.status === 'True') await finish(guest, cart, told)
  told.log = await result(guest, 'insert-transaction-logs', { transaction_logs: JSON.stringify(told) })
  return told
}

async function finish(guest: TestBrowser, cart: { accID: string; amount: string }[], told: Specified): Promise<void> {
  const { data = {} } = told.charge
  const isApproved = data['Transaction_Approved'] === 'true'
  const tag = data['Transaction_Tag'] ?? ''
  const receiptOf = (index: number): string => {
    if (!isApproved) return ''
    return cart.length === 1 ? `W-${tag}` : `W-${tag}-${index + 1}`
  }
  if (isApproved) await recordApproved(guest, cart, told, receiptOf)
  for (const [index, { indivId }] of told.individuals.entries()) {
    const body = { indivId, status: isApproved ? 'PAID' : 'DECLINED', receipt: receiptOf(index) }
    told.individualUpdates.push(await result(guest, 'update-payment', body))
  }
}

async function recordApproved(
  guest: TestBrowser,
  cart: { accID: string; amount: string }[],
  told: Specified,
  receiptOf: (index: number) => string,
): Promise<void> {
  const { data = {} } = told.charge
  const receipt = `W-${data['Transaction_Tag']}`
  told.email = await result(guest, 'confirm-email', {
    accounts: cart,
    email: form.confirmationEmail,
    receiptNum: receipt,
    cardholderName: data['CardHoldersName'],
    confirmationNum: data['Reference_No'],
    transacDate: '02/10/2026',
    creditNum: data['Card_Number'],
    authorizationNum: data['Authorization_Num'],
    total_amount: data['DollarAmount'],
    userFullName: 'Maria Cruz',
  })
  for (const [index, { accID, amount }] of cart.entries()) {
    const body = {
      accountId: accID,
      amount,
      method: 'PG001',
      cardCharge: '0.00',
      paymentSource: 'CCV',
      receiptNum: receiptOf(index),
      overall_id: told.overall['overallId'],
      individual_id: told.individuals[index]?.['indivId'],
      authNum: data['Authorization_Num'],
    }
    told.postings.push(await result(guest, 'make-payment', body))
  }
  told.overallUpdate = await result(guest, 'update-overall-payment', {
    overAllId: told.overall['overallId'],
    receipt,
    transaction_tag: data['Transaction_Tag'],
    pay_eezy_seq_num: data['SequenceNo'],
    auth_no: data['Authorization_Num'],
    process_message: data['EXact_Message'],
    bank_response: data['Bank_Message'],
    ccb_status: told.postings.every(({ status }) => status === 'Success') ? '1' : '0',
  })
}

async function send(guest: TestBrowser, call: string, body: object): Promise<Record<string, unknown>> {
  const reply = await guest.post(`/api/v1/${call}`, body)
  if (reply.statusCode !== 200) throw new Error(`${call}: ${reply.statusCode} ${reply.body}`)
  return z.record(z.string(), z.unknown()).parse(reply.json())
}

async function result(guest: TestBrowser, call: string, body: object): Promise<z.infer<typeof Reply>['result']> {
  return Reply.parse(await send(guest, call, body)).result
}
