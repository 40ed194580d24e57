import { AccountNumber } from '@portal/contract/ids'
import { type Cents, decimalCents, noCents, parseDecimalCents } from '@portal/contract/money'
import type Stripe from 'stripe'
import type { PaidAccount } from '../port-records.ts'
import type { ChargeRequest } from '../port.ts'

/** Of each value; there may be 50 (https://docs.stripe.com/metadata). */
const longestValue = 500

type Metadata = Record<string, string>

/** Enough to record the payment again when only Stripe has it. Accounts of more than one value go on in `accounts_2`. */
export function metadataOf({
  reference,
  customerReference,
  countTag,
  mode,
  accounts,
  fee = noCents,
  shortNumber,
}: Omit<ChargeRequest, 'tender'>): Metadata {
  const metadata: Metadata = { reference, customer_reference: customerReference, count: countTag, mode }
  if (shortNumber !== null) metadata['receipt'] = shortNumber
  if (fee > 0) metadata['fee'] = decimalCents(fee)
  let nth = 1
  for (const { accountId, amount } of accounts) {
    const entry = `${accountId}=${decimalCents(amount)}`
    if (`${metadata[nameOf(nth)] ?? ''} ${entry}`.length > longestValue) nth += 1
    metadata[nameOf(nth)] = [...(metadata[nameOf(nth)]?.split(' ') ?? []), entry].join(' ')
  }
  return metadata
}

const nameOf = (nth: number): string => (nth === 1 ? 'accounts' : `accounts_${nth}`)

/** The service fee in it; none where it was changed by hand. */
export function feeIn(metadata: Stripe.Metadata): Cents {
  return parseDecimalCents(metadata['fee'] ?? '') ?? noCents
}

/** In the order of the payment. Null when it is not ours, from before there were any, or changed by hand. */
export function accountsIn(metadata: Stripe.Metadata): PaidAccount[] | null {
  const accounts: PaidAccount[] = []
  for (let nth = 1; metadata[nameOf(nth)] !== undefined; nth++) {
    for (const entry of metadata[nameOf(nth)]?.split(' ') ?? []) {
      const [account, amount = ''] = entry.split('=')
      const accountId = AccountNumber.safeParse(account)
      const paid = parseDecimalCents(amount)
      if (!accountId.success || paid === null) return null
      accounts.push({ accountId: accountId.data, amount: paid })
    }
  }
  return accounts.length > 0 ? accounts : null
}
