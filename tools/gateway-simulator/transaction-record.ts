import type { BookRow } from './books.ts'

const line = '='.repeat(41)
const title = '=========== TRANSACTION RECORD =========='

export const merchant = {
  name: 'Demo Water Utility',
  address: '100 Made Up Street',
  city: 'Hagatna',
  province: 'Guam',
  postal: '96910',
  country: 'United States',
  url: 'https://utility.example',
} as const

const kindNames = { purchase: 'Purchase', reversal: 'Void', void: 'Void', refund: 'Refund' } as const

/** The printed record (CTR) of a transaction, in the layout of the real one (tools/gateway-simulator/README.md). */
export function transactionRecord(row: BookRow, terminalTime: string): string {
  const approved = row.status === 'A'
  const response = approved
    ? `    Approved - Thank You ${row.bankCode}`
    : `    Transaction not approved ${row.bankCode}`
  return [
    title,
    `${merchant.name} DEMO`,
    merchant.address,
    `${merchant.city}, GU ${merchant.postal}`,
    merchant.country,
    merchant.url,
    '',
    `TYPE: ${kindNames[row.kind]}`,
    '',
    `ACCT: ${row.cardType}  $ ${withThousands(row.amount)} USD`,
    '',
    `CARDHOLDER NAME : ${row.holder}`,
    `CARD NUMBER     : ############${row.lastFour}`,
    `DATE/TIME       : ${terminalTime}`,
    `REFERENCE #     :  ${String(row.sequence).padStart(6, '0')} M`,
    `AUTHOR. #       : ${row.authorization}`,
    `TRANS. REF.     : ${row.reference}`,
    '',
    response,
    '',
    'Please retain this copy for your records.',
    '',
    ...(approved && row.kind !== 'refund'
      ? ['Cardholder will pay above amount to card', 'issuer pursuant to cardholder agreement.']
      : []),
    line,
  ].join('\n')
}

function withThousands(cents: number): string {
  return (cents / 100).toFixed(2).replace(/\B(?=(\d{3})+\.)/g, ',')
}
