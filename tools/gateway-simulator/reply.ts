import type { BookRow } from './books.ts'
import { bankMessages, exactCodes } from './codes.ts'
import type { Decision } from './decide.ts'
import type { TransactionRequest } from './request.ts'

export type ReplyFields = Record<string, string>

/** Like the real one, echoes security code and expiry in clear, so that a client must not keep them. */
export function replyFields(
  asked: TransactionRequest,
  decision: Decision,
  row: BookRow,
  terminalTime: string,
): ReplyFields {
  return {
    ExactID: asked.ExactID,
    Password: '',
    Transaction_Type: asked.Transaction_Type,
    DollarAmount: plainDecimal(row.amount),
    SurchargeAmount: '',
    Card_Number: `############${row.lastFour}`,
    Transaction_Tag: String(row.tag),
    Authorization_Num: row.authorization,
    Expiry_Date: asked.Expiry_Date,
    CardHoldersName: row.holder,
    CVD_Presence_Ind: asked.CVD_Presence_Ind,
    CVDCode: asked.CVDCode,
    ZipCode: asked.ZipCode,
    Tax1Amount: '',
    Reference_No: asked.Reference_No,
    Customer_Ref: asked.Customer_Ref,
    Reference_3: asked.Reference_3,
    Client_IP: asked.Client_IP,
    Client_Email: asked.Client_Email,
    Ecommerce_Flag: asked.Ecommerce_Flag.replace(/^0/, ''),
    CardType: row.cardType,
    Currency: asked.Currency,
    PartialRedemption: String(decision.partial),
    AmountRequested: decision.partial ? plainDecimal(row.requested) : '',
    Transaction_Error: String(decision.exactCode !== '00'),
    Transaction_Approved: String(decision.approved),
    EXact_Resp_Code: decision.exactCode,
    EXact_Message: exactCodes[decision.exactCode]?.message ?? '',
    Bank_Resp_Code: decision.bankCode,
    Bank_Message: bankMessages[decision.bankCode] ?? '',
    Bank_Resp_Code_2: '',
    SequenceNo: String(row.sequence).padStart(6, '0'),
    AVS: decision.avs,
    CVV2: decision.cvv2,
    Retrieval_Ref_No: String(row.tag % 10_000_000).padStart(7, '0'),
    CAVV_Response: '',
    MerchantName: merchant.name,
    MerchantAddress: merchant.address,
    MerchantCity: merchant.city,
    MerchantProvince: merchant.province,
    MerchantCountry: merchant.country,
    MerchantPostal: merchant.postal,
    MerchantURL: merchant.url,
    TransarmorToken: '',
    CTR: transactionRecord(row, terminalTime),
  }
}

export function replyXml(fields: ReplyFields): string {
  const elements = Object.entries(fields).map(([name, value]) => `  <${name}>${escaped(value)}</${name}>\n`)
  return `<?xml version="1.0" encoding="UTF-8"?>\n<TransactionResult>\n${elements.join('')}</TransactionResult>\n`
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/** `12000` → `120.0`, `12050` → `120.5`: the gateway prints amounts as floats. */
function plainDecimal(cents: number): string {
  return cents % 100 === 0 ? `${cents / 100}.0` : String(cents / 100)
}

const line = '='.repeat(41)
const title = '=========== TRANSACTION RECORD =========='

const merchant = {
  name: 'Demo Water Utility',
  address: '100 Made Up Street',
  city: 'Hagatna',
  province: 'Guam',
  postal: '96910',
  country: 'United States',
  url: 'https://utility.example',
} as const

const kindNames = { purchase: 'Purchase', reversal: 'Void', void: 'Void', refund: 'Refund' } as const

/** The printed record (CTR) of a transaction, in the layout of the real one (README.md). */
function transactionRecord(row: BookRow, terminalTime: string): string {
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
