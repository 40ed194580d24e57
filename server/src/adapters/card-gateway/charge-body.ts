import { isIPv4 } from 'node:net'
import { decimalCents } from '@portal/contract/money'
import Builder from 'fast-xml-builder'
import type { Gge4Settings } from './gge4-settings.ts'
import type { ChargeRequest } from './port.ts'

/** The version of the wire and, since the signature covers it, the exact path of a charge. */
export const transactionPath = '/transaction/v28'

/** The most characters the gateway takes; longer is refused with a validation code or, worse, cut by it. */
export const fieldLimits = { CardHoldersName: 30, Customer_Ref: 20, Reference_3: 30 } as const

/** Mail or telephone order, or a web page over TLS. Untruthful flags lose disputes (research: payments §1.3). */
const ecommerceFlag = { Online: '07', 'Phoned-In': '1' } as const

const namespace = 'http://secure2.e-xact.com/vplug-in/transaction/rpc-enc/encodedTypes'
const builder = new Builder({ ignoreAttributes: false, attributeNamePrefix: '@' })

/**
 * The XML of one purchase (research: payments §1.3, §1.9). It is the only place card data is written, and it goes
 * nowhere but into the one POST. The security code travels as CVDCode: the wire's CAVV is the 3-D Secure
 * cryptogram, whatever the specification's `CAVV` field is called (design R3).
 * @throws RangeError for an amount or reference that cannot be sent as it is; nothing of the card is in the text.
 */
export function chargeBody(request: ChargeRequest, settings: Gge4Settings): string {
  const { card } = request
  if (request.amount <= 0) throw new RangeError('A charge must be positive')
  // A reference that the gateway cuts or rewrites could never be found again.
  if (!/^[A-Za-z0-9-]{1,20}$/.test(request.reference)) throw new RangeError('The reference does not fit the wire')
  const transaction = {
    '@xmlns': namespace,
    ExactID: settings.id,
    Password: settings.password,
    Transaction_Type: '00',
    DollarAmount: decimalCents(request.amount),
    Currency: 'USD',
    Card_Number: card.cardNumber,
    Expiry_Date: card.validExpDate,
    CardHoldersName: fitted(card.cardHolderName, fieldLimits.CardHoldersName),
    CardType: request.brand,
    Ecommerce_Flag: ecommerceFlag[request.mode],
    CVD_Presence_Ind: '1',
    CVDCode: card.cvv,
    Address: { Zip: card.billingZipCode },
    ZipCode: card.billingZipCode,
    Reference_No: request.reference,
    Customer_Ref: fitted(request.customerReference, fieldLimits.Customer_Ref),
    Reference_3: fitted(request.countTag, fieldLimits.Reference_3),
    ...clientAddress(request.clientAddress),
  }
  return `<?xml version="1.0" encoding="UTF-8"?>${builder.build({ Transaction: transaction })}`
}

/** Text as XML 1.0 can carry it, cut to so many characters (not halves of them). */
function fitted(text: string, limit: number): string {
  const clean = text
    .toWellFormed()
    .replace(/[\p{Cc}\uFFFE\uFFFF]/gu, ' ')
    .trim()
  return [...clean].slice(0, limit).join('')
}

/** The field is from before IPv6, and a validation error over it would cost the payment. */
function clientAddress(address: string | null): { Client_IP?: string } {
  const plain = address?.replace(/^::ffff:/i, '') ?? ''
  return isIPv4(plain) ? { Client_IP: plain } : {}
}
