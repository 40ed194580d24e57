import { isIPv4 } from 'node:net'
import type { Gge4Settings } from './gge4-settings.ts'
import type { ChargeRequest } from './port.ts'
import { transactionXml } from './transaction-xml.ts'

/** The longest text per field that the gateway accepts. It refuses longer ones or, worse, cuts them itself. */
const fieldLimits = { CardHoldersName: 30, Customer_Ref: 20, Reference_3: 30 } as const

/** Web page over TLS, or telephone order: two digits. A wrong flag loses disputes (tools/gateway-simulator/README.md). */
const ecommerceFlag = { Online: '07', 'Phoned-In': '01' } as const

/**
 * The XML of one purchase (tools/gateway-simulator/README.md). This is the only place where card data is written, and
 * it goes only into the one POST. The security code is sent as CVDCode: on the wire, CAVV is the 3-D Secure cryptogram,
 * although the specification calls the security code `CAVV` (R3).
 * @throws RangeError for an amount or reference that cannot be sent as it is; the message has no card data.
 */
export function chargeBody(request: ChargeRequest, settings: Gge4Settings): string {
  const { card, amount, reference } = request
  return transactionXml(
    settings,
    { type: '00', amount, reference },
    {
      Card_Number: card.cardNumber,
      Expiry_Date: card.validExpDate,
      CardHoldersName: fitted(card.cardHolderName, fieldLimits.CardHoldersName),
      CardType: request.brand,
      Ecommerce_Flag: ecommerceFlag[request.mode],
      CVD_Presence_Ind: '1',
      CVDCode: card.cvv,
      Address: { Zip: card.billingZipCode },
      ZipCode: card.billingZipCode,
      Reference_No: reference,
      Customer_Ref: fitted(request.customerReference, fieldLimits.Customer_Ref),
      Reference_3: fitted(request.countTag, fieldLimits.Reference_3),
      ...clientAddress(request.clientAddress),
    },
  )
}

/** The text without characters that XML 1.0 forbids, cut to at most `limit` characters without splitting one. */
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
