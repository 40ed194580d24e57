/** How a value is read (docs/billing-files.md). */
type ColumnKind = 'account' | 'text' | 'zip' | 'date' | 'amount' | 'quantity' | 'yesNo' | 'code' | 'pin'

export interface Column {
  name: string
  kind: ColumnKind
  /** For the documentation. */
  meaning: string
  /** A file without it is refused, a row without a value is left out. */
  isRequired?: boolean
  /** The longest text. */
  length?: number
  /** Read only where the profile asks for it as a proof, into a digest (foundation/proof.ts). */
  isSecret?: boolean
  /** What may stand in a code, and what it is here. */
  codes?: Readonly<Record<string, string>>
}

const required = (column: Column): Column => ({ ...column, isRequired: true })
const text = (name: string, length: number, meaning: string): Column => ({ name, kind: 'text', length, meaning })
const date = (name: string, meaning: string): Column => ({ name, kind: 'date', meaning })
const amount = (name: string, meaning: string): Column => ({ name, kind: 'amount', meaning })
const quantity = (name: string, meaning: string): Column => ({ name, kind: 'quantity', meaning })
const yesNo = (name: string, meaning: string): Column => ({ name, kind: 'yesNo', meaning })

const account = required({ name: 'account', kind: 'account', meaning: 'Account number, as on the bill' })
const mailing: readonly Column[] = [
  text('mailing_address', 254, 'Where bills go'),
  text('mailing_address2', 254, 'Second line'),
  text('mailing_city', 60, 'City'),
  text('mailing_state', 6, 'State code'),
]

/** Of each file of the simple format, in the order of its rows for COPY. */
export const fileColumns = {
  accounts: [
    account,
    required(text('name', 254, 'Of the customer, `first last` or `last, first`')),
    required(amount('balance', 'What is due now, negative for a credit')),
    {
      name: 'zip',
      kind: 'zip',
      meaning: 'Of the customer’s bill',
    },
    date('due_date', 'Of the balance'),
    text('customer_id', 40, 'Of the customer; tells a new holder of the account from the old one'),
    date('holder_since', 'Tells them apart where there is no `customer_id`'),
    text('service_address', 254, 'What is served'),
    text('city', 60, 'Of the service address'),
    text('state', 6, 'Of the service address'),
    ...mailing,
    {
      name: 'status',
      kind: 'code',
      codes: { A: '20', F: '60' },
      meaning: '`A` active, `F` finaled; active where left out',
    },
    text('class', 8, '`RESID` is residential, and where left out'),
    text('cycle', 4, 'Bill cycle'),
    date('bill_date', 'Of the last bill'),
    amount('bill_amount', 'Of the last bill; the balance where left out'),
    amount('current', 'Of the balance, not yet past due; the rest of the balance where left out'),
    amount('past_due_30', '1 to 30 days past due'),
    amount('past_due_60', '31 to 60 days past due'),
    amount('past_due_90', '61 to 90 days past due'),
    amount('past_due_older', 'Over 90 days past due'),
    amount('payoff', 'All that is owed, where the balance is an installment'),
    yesNo('cash_only', '`Y`: no card or bank account is taken'),
    { name: 'pin', kind: 'pin', isSecret: true, meaning: 'On the bill; never kept as it is' },
    {
      ...amount('last_payment', 'The last payment received, best without those made here; never kept as it is'),
      isSecret: true,
    },
    { ...date('last_payment_date', 'Of the last payment'), isSecret: true },
  ],
  customers: [
    account,
    required(text('customer_id', 40, 'As in accounts')),
    required(text('name', 254, 'As in accounts')),
    text('role', 8, 'On the account, such as `OWNER`'),
    text('email', 254, 'Email address'),
    text('phone', 24, 'Phone number, as shown'),
    {
      name: 'phone_type',
      kind: 'code',
      codes: { MOBILE: 'MOBILE', HOME: 'HOME-PHONE', BUSINESS: 'BUSN-PHONE' },
      meaning: '`MOBILE`, `HOME` or `BUSINESS`; home where left out',
    },
    ...mailing,
    { name: 'zip', kind: 'zip', meaning: 'Of the mailing address' },
    yesNo('paperless', '`Y`: no paper bill'),
  ],
  bills: [
    account,
    required(date('bill_date', 'Of the bill; an account has one bill a day')),
    required(date('due_date', 'Of the bill')),
    required(amount('amount', 'Total due on the bill')),
    text('bill_number', 30, 'As printed; two of one account and day are refused'),
    text('customer_id', 40, 'As in accounts: who was billed'),
    amount('previous', 'Balance before this bill'),
    amount('payments', 'Since the bill before, negative or not'),
    amount('adjustments', 'Since the bill before'),
    amount('current', 'Charges of this bill; the sum of its lines where left out'),
    text('service', 80, 'Of the line, such as `Water`; heads its lines'),
    text('description', 80, 'Of the line'),
    amount('line_amount', 'Of the line'),
    yesNo('closing', '`Y`: the last bill'),
    text('message', 1000, 'Printed on the bill'),
    text('pdf', 100, 'Name of its image in the zip'),
  ],
  usage: [
    account,
    required(date('read_date', 'When the meter was read')),
    required(quantity('quantity', 'Used since the reading before')),
    required(text('unit', 8, '`GAL`, `KGAL`, `CF`, `CCF` or `CM`; others are not in the chart')),
    text('meter', 30, 'Number of the meter'),
    quantity('start', 'Reading before'),
    quantity('end', 'Reading on that day'),
    quantity('days', 'Between the readings'),
    yesNo('estimated', '`Y`: not read'),
    text('service', 80, 'As in bills'),
  ],
} as const satisfies Record<string, readonly Column[]>

export type FileKind = keyof typeof fileColumns

/** Those a layout may have. */
export const fileKinds = ['accounts', 'customers', 'bills', 'usage'] as const satisfies readonly FileKind[]
