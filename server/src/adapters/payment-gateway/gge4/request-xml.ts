import { isIPv4 } from 'node:net'
import type { CardDetails } from '@portal/contract/card'
import { decimalCents, noCents, type Cents } from '@portal/contract/money'
import Builder from 'fast-xml-builder'
import type { ChargeRequest, ReversalRequest } from '../port.ts'
import type { Gge4Settings } from './settings.ts'
import { authorizationPattern, tagPattern } from './traits.ts'

/** The longest text per field that the gateway accepts. It refuses longer ones or, worse, cuts them itself. */
const fieldLimits = { CardHoldersName: 30, Customer_Ref: 20, Reference_3: 30 } as const

/** Web page over TLS, or telephone order. A wrong flag loses disputes (tools/gateway-simulator/README.md). */
const ecommerceFlag = { Online: '07', 'Phoned-In': '01' } as const

type NumberCharge = Omit<ChargeRequest, 'tender' | 'named'> & { tender: CardDetails }

/** The only place where card data is written. The security code is CVDCode, not CAVV (R3). @throws RangeError */
export function chargeBody(request: NumberCharge, settings: Gge4Settings): string {
  const { tender: card, amount, reference } = request
  return transactionXml(
    settings,
    { type: '00', amount, reference },
    {
      Card_Number: card.cardNumber,
      Expiry_Date: card.validExpDate,
      CardHoldersName: fitted(card.cardHolderName, fieldLimits.CardHoldersName),
      CardType: request.brand ?? '',
      Ecommerce_Flag: ecommerceFlag[request.mode],
      CVD_Presence_Ind: '1',
      CVDCode: card.cvv,
      Address: { Zip: card.billingZipCode },
      ZipCode: card.billingZipCode,
      Reference_No: reference,
      Customer_Ref: fitted(request.customerReference, fieldLimits.Customer_Ref),
      Reference_3: fitted(reference3(request), fieldLimits.Reference_3),
      ...clientAddress(request.clientAddress),
    },
  )
}

/** There is room for one account and the fee, and none for more accounts, nor for their amounts. */
function reference3({ countTag, fee = noCents, accounts: [only, ...more] }: NumberCharge): string {
  if (!only || more.length > 0) return countTag
  return [countTag, only.accountId, ...(fee > 0 ? [decimalCents(fee)] : [])].join(' ')
}

/** Without characters that XML 1.0 forbids, and without splitting one at the limit. */
function fitted(text: string, limit: number): string {
  const clean = text
    .toWellFormed()
    .replace(/[\p{Cc}\uFFFE\uFFFF]/gu, ' ')
    .trim()
  return [...clean].slice(0, limit).join('')
}

/** Only an IPv4 address is sent. The field is older than IPv6, and a validation error would lose the payment. */
function clientAddress(address: string | null): { Client_IP?: string } {
  const plain = address?.replace(/^::ffff:/i, '') ?? ''
  return isIPv4(plain) ? { Client_IP: plain } : {}
}

const types = { void: '33', refund: '34' } as const

/** Names the charge by tag and authorization, without a card. @throws RangeError for what cannot be sent as it is */
export function reversalBody(request: ReversalRequest, settings: Gge4Settings): string {
  const { kind, amount, reference, tag, authorization } = request
  if (!tagPattern.test(tag)) throw new RangeError('The tag does not fit the wire')
  if (!authorizationPattern.test(authorization)) throw new RangeError('The authorization does not fit the wire')
  return transactionXml(
    settings,
    { type: types[kind], amount, reference },
    { Transaction_Tag: tag, Authorization_Num: authorization, Reference_No: reference },
  )
}

/** The signature covers the path, so it must be exact. */
export const transactionPath = '/transaction/v28'

const namespace = 'http://secure2.e-xact.com/vplug-in/transaction/rpc-enc/encodedTypes'
const builder = new Builder({ ignoreAttributes: false, attributeNamePrefix: '@' })

/** The tagged ones name an earlier transaction (tools/gateway-simulator/README.md). */
type TransactionType = '00' | '33' | '34'

/** The type's own fields in the order of the wire. @throws RangeError for what cannot be sent as it is */
function transactionXml(
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
