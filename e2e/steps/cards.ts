/** As a payer types it. */
export interface TypedCard {
  number: string
  holder: string
  /** Month and year, such as `12` and `2031`. */
  month: string
  year: string
  code: string
}

const year = String(new Date().getFullYear() + 4)

export const visa: TypedCard = { number: '4111 1111 1111 1111', holder: 'Maria S Cruz', month: '12', year, code: '123' }
export const mastercard: TypedCard = { ...visa, number: '5500 0000 0000 0004' }

/** The gateway's demo rule: this amount is declined by the bank with code 302 (tools/gateway-simulator/README.md). */
export const declinedAmount = '5302.00'
