import type { TestBrowser } from '../../../http/testing/app.ts'
import { form } from './specified-client.ts'

export interface Told {
  code: number
  body: {
    status?: string
    overallId?: string
    indivId?: string
    description?: string
    type?: string
    /** Of a problem: each call has its own. */
    requestId?: string
    result?: { status: string; description?: string; data?: Record<string, string> }
  }
}

export async function call(guest: TestBrowser, name: string, body: object): Promise<Told> {
  const reply = await guest.post(`/api/v1/${name}`, body)
  return { code: reply.statusCode, body: reply.json() }
}

export async function saveOverall(guest: TestBrowser, amount: string | number): Promise<string> {
  const body = { username: 'PayNow', amount, mode: 'Online', payment_source: 'CCV' }
  return (await call(guest, 'save-overall-payment', body)).body.overallId ?? ''
}

export async function save(guest: TestBrowser, overallId: string, account: string, amount: string): Promise<Told> {
  const body = { overall_id: overallId, account_number: account, amount, paid_by: 'PayNow' }
  return call(guest, 'save-payment', body)
}

/** For one account with a good card. */
export function chargeOf(overallId: string | undefined, amount: string, more: object = {}): object {
  return {
    amount,
    card_num: form.cardNumber,
    exp_date: form.validExpDate,
    card_holder: form.cardHolderName,
    CAVV: form.cvv,
    custome_ref: overallId,
    payment_count: 'SINGLE',
    zip_code: form.billingZipCode,
    ...more,
  }
}
