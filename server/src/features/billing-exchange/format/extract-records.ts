import { BillAddressSource, PhoneType } from '@portal/contract/contact'
import { longestReceipt } from '@portal/contract/ids'
import { BillRoute } from '@portal/contract/paperless'
import { divisionLength } from '@portal/contract/utility'
import { type Field, cents, code, count, date, digits, flag, instant, optional, text } from './fields.ts'

/** Of docs/extract-format.md. */
export const extractFormatVersion = '1'

export type LedgerTable =
  | 'person'
  | 'phone'
  | 'person_characteristic'
  | 'premise'
  | 'account'
  | 'account_person'
  | 'service_agreement'
  | 'bill'
  | 'financial_transaction'

export const ledgerTables: readonly LedgerTable[] = [
  'person',
  'phone',
  'person_characteristic',
  'premise',
  'account',
  'account_person',
  'service_agreement',
  'bill',
  'financial_transaction',
]

/** By the four digits it begins with. */
export interface RecordLayout {
  type: string
  name: string
  fields: readonly Field[]
  /** So many of the last fields may be left out of a line, as extracts did before there were such fields. */
  newFields?: number
  /** The fields are the table's columns. */
  table?: Exclude<LedgerTable, 'bill'>
}

/** @throws TypeError when the layout has no such field */
export function fieldIndex(layout: RecordLayout, fieldName: string): number {
  const index = layout.fields.findIndex(({ name }) => name === fieldName)
  if (index < 0) throw new TypeError(`No field ${fieldName} in record type ${layout.type}`)
  return index
}

const address = (prefix: '' | 'override_', isRequired: boolean): Field[] => {
  const wanted = isRequired ? (given: Field) => given : optional
  return [
    wanted(text(`${prefix}address1`, 254, 'Street or post office box')),
    optional(text(`${prefix}address2`, 254, 'Second line')),
    wanted(text(`${prefix}city`, 60, 'City')),
    wanted(text(`${prefix}state`, 6, 'State code')),
    wanted(text(`${prefix}postal`, 12, 'Zip code, or zip+4')),
    wanted(text(`${prefix}country`, 3, 'Country code, such as USA')),
  ]
}

export const header: RecordLayout = {
  type: '0010',
  name: 'Header (the first line)',
  fields: [
    code('format_version', [extractFormatVersion], 'Version'),
    text('run_id', 60, 'Names this run; never used again'),
    text('division', divisionLength, 'CIS division of every account'),
    date('as_of', 'The business date the data are of'),
    instant('extracted_at', 'Later than that of the run before'),
    text('time_zone', 40, 'Of the dates; the one of the profile'),
    code('currency', ['USD'], 'Of every amount'),
  ],
}

const person: RecordLayout = {
  type: '0020',
  name: 'Person',
  table: 'person',
  fields: [
    digits('person_id', 10, 'PER_ID'),
    code('person_or_business', ['P', 'B'], 'PER_OR_BUS_FLG'),
    text('full_name', 254, 'Primary name: `first last` or `last, first`'),
    optional(text('email_address', 254, 'EMAILID')),
    ...address('', false),
  ],
}

const phone: RecordLayout = {
  type: '0022',
  name: 'Phone of a person',
  table: 'phone',
  fields: [
    digits('person_id', 10, 'PER_ID'),
    count('sequence', 4, 'SEQ_NUM'),
    code('phone_type', PhoneType.options, 'PHONE_TYPE_CD'),
    text('phone_number', 24, 'As shown'),
    optional(text('extension', 6, 'EXTENSION')),
  ],
}

export const personCharacteristic: RecordLayout = {
  type: '0024',
  name: 'Characteristic of a person',
  table: 'person_characteristic',
  fields: [
    digits('person_id', 10, 'PER_ID'),
    text('characteristic_type', 8, 'CHAR_TYPE_CD; CMSCQUES, CMSCAN and WPCOUNT must not be sent'),
    date('effective_date', 'EFFDT'),
    optional(text('characteristic_value', 16, 'CHAR_VAL')),
    optional(text('adhoc_value', 254, 'ADHOC_CHAR_VAL')),
  ],
}

const premise: RecordLayout = {
  type: '0040',
  name: 'Premise',
  table: 'premise',
  fields: [
    digits('premise_id', 10, 'PREM_ID'),
    text('premise_type', 8, 'PREM_TYPE_CD, such as SFH'),
    ...address('', true),
  ],
}

export const account: RecordLayout = {
  type: '0030',
  name: 'Account',
  table: 'account',
  fields: [
    digits('account_id', 10, 'ACCT_ID'),
    text('division', divisionLength, 'CIS_DIVISION, as in the header'),
    text('customer_class', 8, 'CUST_CL_CD; RESID is residential'),
    optional(text('bill_cycle', 4, 'BILL_CYC_CD')),
    date('setup_date', 'SETUP_DT'),
    optional(digits('mailing_premise_id', 10, 'MAILING_PREM_ID')),
    flag('is_cash_only', 'Y: reached the cash-only points'),
    cents('balance_cents', 'What is owed (CUR_AMT of its agreements), negative for a credit'),
    cents('payoff_cents', 'What pays everything off (TOT_AMT of its agreements)'),
    cents('new_charges_cents', 'The debt of the newest bill; a credit stands here too'),
    cents('arrears_30_cents', 'Older debt, due up to 30 days ago'),
    cents('arrears_60_cents', '31 to 60 days past due'),
    cents('arrears_90_cents', '61 to 90 days past due'),
    cents('arrears_older_cents', 'Over 90 days past due'),
  ],
}

const accountPerson: RecordLayout = {
  type: '0032',
  name: 'Person of an account',
  table: 'account_person',
  fields: [
    digits('account_id', 10, 'ACCT_ID'),
    digits('person_id', 10, 'PER_ID'),
    text('relationship_type', 8, 'ACCT_REL_TYPE_CD, such as MAIN'),
    flag('is_main', 'MAIN_CUST_SW; exactly one Y for each account'),
    flag('is_financially_responsible', 'FIN_RESP_SW'),
    flag('may_use_web', 'Y when WEB_ACCESS_FLG is ALWD'),
    optional(code('bill_address_source', BillAddressSource.options, 'BILL_ADDR_SRCE_FLG; N/A or empty: no paper bill')),
    optional(text('override_name', 254, 'OVRD_MAIL_NAME1')),
    ...address('override_', false),
    optional(code('bill_route', BillRoute.options, 'BILL_RTE_TYPE_CD; EMAIL is paperless')),
  ],
  newFields: 1,
}

const serviceAgreement: RecordLayout = {
  type: '0050',
  name: 'Service agreement',
  table: 'service_agreement',
  fields: [
    digits('agreement_id', 10, 'SA_ID'),
    digits('account_id', 10, 'ACCT_ID'),
    digits('premise_id', 10, 'CHAR_PREM_ID'),
    text('agreement_type', 8, 'SA_TYPE_CD'),
    code('status', ['10', '20', '30', '40', '50', '60', '70'], 'SA_STATUS_FLG; 20, 30 and 50 are in service'),
    date('start_date', 'START_DT'),
    optional(date('end_date', 'END_DT')),
    cents('balance_cents', 'CUR_AMT'),
    cents('payoff_cents', 'TOT_AMT'),
  ],
}

export const financialTransaction: RecordLayout = {
  type: '7000',
  name: 'Financial transaction',
  table: 'financial_transaction',
  fields: [
    digits('transaction_id', 12, 'FT_ID'),
    digits('account_id', 10, 'ACCT_ID of the agreement'),
    digits('agreement_id', 10, 'SA_ID'),
    optional(digits('bill_id', 12, 'BILL_ID it is shown on')),
    optional(text('parent_id', 14, 'PARENT_ID: bill of a segment, payment of a payment segment')),
    code('transaction_type', ['BS', 'BX', 'AD', 'AX', 'PS', 'PX'], 'FT_TYPE_FLG'),
    cents('current_cents', 'CUR_AMT; payments are negative'),
    cents('total_cents', 'TOT_AMT'),
    date('arrears_date', 'ARS_DT'),
    date('accounting_date', 'ACCOUNTING_DT'),
    optional(text('external_reference', longestReceipt, "EXT_REFERENCE_ID of the tender: the portal's receipt number")),
  ],
}

/** Each is one row of one table. */
export const rowRecords: readonly (RecordLayout & { table: Exclude<LedgerTable, 'bill'> })[] = [
  person,
  phone,
  personCharacteristic,
  account,
  accountPerson,
  premise,
  serviceAgreement,
  financialTransaction,
].flatMap((layout) => (layout.table ? [{ ...layout, table: layout.table }] : []))

/** How many lines of one type the file has; one for each type between header and trailer. */
export const lineCount: RecordLayout = {
  type: '9800',
  name: 'Count of lines of one type',
  fields: [digits('record_type', 4, 'The type counted'), count('lines', 13, 'Its lines')],
}

export const trailer: RecordLayout = {
  type: '9900',
  name: 'Trailer (the last line)',
  fields: [
    count('lines', 13, 'Lines between the header and the first 9800'),
    cents('account_cents', 'Sum of balance_cents'),
    cents('bill_cents', 'Sum of ending_cents'),
    cents('transaction_cents', 'Sum of current_cents'),
  ],
}
