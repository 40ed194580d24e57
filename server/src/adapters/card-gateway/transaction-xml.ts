import { type Cents, decimalCents } from '@portal/contract/money'
import Builder from 'fast-xml-builder'
import type { Gge4Settings } from './gge4-settings.ts'

/** The version of the wire, and the path of a transaction. The signature covers the path, so it must be exact. */
export const transactionPath = '/transaction/v28'

const namespace = 'http://secure2.e-xact.com/vplug-in/transaction/rpc-enc/encodedTypes'
const builder = new Builder({ ignoreAttributes: false, attributeNamePrefix: '@' })

/** Wire codes of what we ask for; the tagged ones name an earlier transaction (tools/gateway-simulator/README.md). */
type TransactionType = '00' | '33' | '34'

/**
 * The XML of one transaction: credentials, type, amount, and the type's own fields in the order of the wire.
 * @throws RangeError for an amount or reference that cannot be sent as it is.
 */
export function transactionXml(
  settings: Gge4Settings,
  transaction: { type: TransactionType; amount: Cents; reference: string },
  fields: Record<string, string | object>,
): string {
  if (transaction.amount <= 0) throw new RangeError('An amount must be positive')
  // A reference that the gateway cuts or changes could never be found again.
  if (!/^[A-Za-z0-9-]{1,20}$/.test(transaction.reference)) throw new RangeError('The reference does not fit the wire')
  const document = {
    '@xmlns': namespace,
    ExactID: settings.id,
    Password: settings.password,
    Transaction_Type: transaction.type,
    DollarAmount: decimalCents(transaction.amount),
    Currency: 'USD',
    ...fields,
  }
  return `<?xml version="1.0" encoding="UTF-8"?>${builder.build({ Transaction: document })}`
}
