import { z } from 'zod'
import { type Browser, DiffersFromSpecification } from './browser.ts'
import type { Card } from './known.ts'
import { resultStatus } from './words.ts'

/** What somebody pays, and how (A§3, C§3). */
interface Order {
  /** The ticked rows: account id and amount. */
  cart: readonly { accountId: string; amount: string }[]
  /** Whose name the payment is kept under: a customer's, an administrator's, or that of Pay Now. */
  username: string
  mode: 'Online' | 'Phoned-In'
  card: Card
  email: string
}

/** The gateway's reply under the names of A§7. */
const Charge = z.object({
  result: z.object({
    status: z.literal('True'),
    data: z.object({
      Transaction_Approved: z.literal(['true', 'false']),
      Transaction_Tag: z.string(),
      Reference_No: z.string(),
      SequenceNo: z.string(),
      Authorization_Num: z.string(),
      EXact_Message: z.string(),
      Bank_Message: z.string(),
      CardHoldersName: z.string(),
      Card_Number: z.string().regex(/^\D*\d{4}$/, 'masked (C§2.8)'),
      CTR: z.string(),
      // The result page shows these as well (C§3).
      CardType: z.string(),
      DollarAmount: z.string(),
      Currency: z.string(),
    }),
  }),
})
type ChargeData = z.infer<typeof Charge>['result']['data']

/** A payment while it is being taken. */
interface Begun {
  order: Order
  paymentSource: string
  overallId: string
  /** In the order of the cart. */
  individuals: { accountId: string; amount: string; indivId: string }[]
}

/**
 * The payment sequence (A§4, C§4), which the browser drives: save the overall payment and one for each account, charge
 * the card; if approved send the confirmation and post each account; update the records; save the log. @returns the
 * receipts, none when the card was declined.
 */
export async function pay(browser: Browser, order: Order): Promise<string[]> {
  const begun = await saveOrder(browser, order)
  const charge = await chargeCard(browser, begun)
  const isApproved = charge.Transaction_Approved === 'true'
  const receipts = isApproved ? receiptsOf(begun, charge.Transaction_Tag) : []
  if (isApproved) await recordApproved(browser, begun, charge, receipts)
  for (const [index, { indivId }] of begun.individuals.entries()) {
    const body = { indivId, status: isApproved ? 'PAID' : 'DECLINED', receipt: receipts[index] ?? '' }
    await browser.post('A§7', '/api/v1/update-payment', body, resultStatus('Success'))
  }
  const log = { save_over_all_transaction: begun.overallId, payeezy_response: charge }
  const logs = { transaction_logs: JSON.stringify(log) }
  await browser.post('A§7', '/api/v1/insert-transaction-logs', logs, z.object({}))
  return receipts
}

async function saveOrder(browser: Browser, order: Order): Promise<Begun> {
  const { cart, username, mode, card } = order
  const paymentSource = sourceOf(card.cardNumber)
  const overall = { username, amount: totalOf(cart), mode, payment_source: paymentSource }
  const Saved = z.object({ overallId: z.string().min(1) })
  const { overallId } = await browser.post('A§7', '/api/v1/save-overall-payment', overall, Saved)
  const individuals: Begun['individuals'] = []
  for (const { accountId, amount } of cart) {
    const body = { overall_id: overallId, account_number: accountId, amount, paid_by: username }
    const { indivId } = await browser.post(
      'A§7',
      '/api/v1/save-payment',
      body,
      z.object({ indivId: z.string().min(1) }),
    )
    individuals.push({ accountId, amount, indivId })
  }
  return { order, paymentSource, overallId, individuals }
}

async function chargeCard(browser: Browser, { order, overallId, individuals }: Begun): Promise<ChargeData> {
  const { card, cart } = order
  await browser.verifyHuman('checkout')
  const body = {
    amount: totalOf(cart),
    card_num: card.cardNumber,
    exp_date: card.validExpDate,
    card_holder: card.cardHolderName,
    // The security code: R3.
    CAVV: card.cvv,
    custome_ref: overallId,
    payment_count: individuals.length === 1 ? 'SINGLE' : `MULTI-${individuals.length}`,
    zip_code: card.billingZipCode,
  }
  return (await browser.post('A§7', '/api/v1/payeezy', body, Charge)).result.data
}

async function recordApproved(
  browser: Browser,
  { order, paymentSource, overallId, individuals }: Begun,
  charge: ChargeData,
  receipts: readonly string[],
): Promise<void> {
  const total_amount = totalOf(order.cart)
  const confirmation = {
    accounts: order.cart,
    email: order.email,
    receiptNum: receipts[0],
    cardholderName: charge.CardHoldersName,
    confirmationNum: charge.Reference_No,
    transacDate: new Date().toLocaleDateString('en-US', { year: 'numeric', month: '2-digit', day: '2-digit' }),
    creditNum: charge.Card_Number,
    authorizationNum: charge.Authorization_Num,
    total_amount,
    userFullName: order.card.cardHolderName,
  }
  await browser.post('A§7', '/api/v1/confirm-email', confirmation, resultStatus('Success'))
  for (const [index, { accountId, amount, indivId }] of individuals.entries()) {
    const posting = {
      accountId,
      amount,
      method: 'PG001',
      cardCharge: '0.00',
      paymentSource,
      receiptNum: receipts[index],
      overall_id: overallId,
      individual_id: indivId,
      authNum: charge.Authorization_Num,
    }
    await browser.post('A§7', '/api/v1/make-payment', posting, resultStatus('Success'))
  }
  const update = {
    overAllId: overallId,
    receipt: receipts.join(','),
    transaction_tag: charge.Transaction_Tag,
    pay_eezy_seq_num: charge.SequenceNo,
    auth_no: charge.Authorization_Num,
    process_message: charge.EXact_Message,
    bank_response: charge.Bank_Message,
    // '1' when every billing posting succeeded (A§4).
    ccb_status: '1',
  }
  await browser.post('A§7', '/api/v1/update-overall-payment', update, resultStatus('Success'))
}

/** `W-{tag}`, with a `-{n}` suffix when there is more than one (A§9); the tag is the gateway's (R1). */
function receiptsOf({ individuals }: Begun, tag: string): string[] {
  if (!/^\d+$/.test(tag)) throw new DiffersFromSpecification(`payeezy (A§7): Transaction_Tag was ${tag}`)
  return individuals.length === 1 ? [`W-${tag}`] : individuals.map((_, index) => `W-${tag}-${index + 1}`)
}

/** Source codes (A§9) by the brand rules of A§5. */
function sourceOf(cardNumber: string): 'CCV' | 'CCD' | 'CCM' {
  if (cardNumber.startsWith('4')) return 'CCV'
  return cardNumber.startsWith('6') ? 'CCD' : 'CCM'
}

function totalOf(cart: Order['cart']): string {
  const inCents = cart.reduce((sum, { amount }) => sum + Math.round(Number(amount) * 100), 0)
  return (inCents / 100).toFixed(2)
}
