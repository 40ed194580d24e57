/** As a payer types it. */
export interface TypedCard {
  number: string
  holder: string
  /** Such as `12/31`. */
  expiry: string
  code: string
}

const expiry = `12/${String(new Date().getFullYear() + 4).slice(2)}`

export const visa: TypedCard = { number: '4111 1111 1111 1111', holder: 'Maria S Cruz', expiry, code: '123' }
export const mastercard: TypedCard = { ...visa, number: '5500 0000 0000 0004' }

/** The gateway's demo rule: this amount is declined by the bank with code 302 (tools/gateway-simulator/README.md). */
export const declinedAmount = '5302.00'
