import { billingStatuses } from '@portal/contract/exceptions-texts'
import { type ReportRow, type StaffStatus, reportColumns, reportsTexts, staffStatuses } from '@portal/contract/reports'
import type { PortalStart } from '@portal/contract/utility'
import { AlertIcon, BackIcon, CheckIcon, ClockIcon, CrossIcon } from '#ui/icons.tsx'
import { Chip, type ChipTone } from '#ui/text/chip.tsx'
import type { Description } from '#ui/text/description-list.tsx'
import { t } from '#ui/text/t.ts'
import type { Column } from '../lists/list-table.tsx'
import { dollarsOf, paidWith } from '../payments/payment-parts.tsx'
import { At } from '../view-parts/times.tsx'
import table from './payment-table.module.css'

type ColumnName = keyof typeof reportColumns

interface PaymentColumn extends Omit<Column<ReportRow>, 'name'> {
  /** What Details copies. */
  readonly copy?: (row: ReportRow) => string
}

/** Every column of the list (A§3) in the order of Details; the table takes its order from `reportColumns`. */
export const columns: Readonly<Record<ColumnName, PaymentColumn>> = {
  status: { value: ({ status }) => <Status status={status} />, isPlain: true, className: table.status },
  amount: { value: ({ amount }) => dollarsOf(amount), kind: 'amount' },
  fee: { value: ({ fee }) => dollarsOf(fee), kind: 'figure', isRare: true },
  payment_date: { value: (row) => <At instant={row.payment_date} />, kind: 'head' },
  receipt_number: { value: receiptOf, copy: receiptOf },
  mode: { value: ({ mode }) => mode },
  made_by: { value: ({ made_by: maker }) => maker && t(maker) },
  username: { value: ({ username }) => username, className: table.username },
  card: { value: paidWith, className: table.card },
  method: { value: ({ method }) => t(method) },
  // On a phone, only Details has these.
  auth_no: { value: (row) => row.auth_no, isRare: true, copy: (row) => row.auth_no },
  count: { value: ({ count }) => count, isRare: true },
  transaction_tag: { value: (row) => row.transaction_tag, isRare: true, copy: (row) => row.transaction_tag },
  pay_eezy_seq_num: { value: (row) => row.pay_eezy_seq_num, isRare: true },
  process_message: { value: (row) => row.process_message, isRare: true },
  bank_response: { value: (row) => row.bank_response, isRare: true },
  ccb_status: { value: (row) => t(billingStatuses[row.billing]), isRare: true },
  id: { value: ({ id }) => id, isRare: true },
  accountId: { value: accountsOf },
}

/** What decides which of our own columns there are. */
type Start = Pick<PortalStart, 'savesCards' | 'profile'>

/** Who made a payment is told only where the gateway keeps cards, and what paid where there is more than cards. */
export function columnsOf({ savesCards, profile }: Start): ColumnName[] {
  return Object.keys(reportColumns)
    .filter(isColumn)
    .filter((name) => name !== 'made_by' || savesCards === true)
    .filter((name) => name !== 'method' || profile.bankPayments !== null)
    .filter((name) => name !== 'fee' || profile.serviceFees.length > 0)
}

function isColumn(name: string): name is ColumnName {
  return Object.hasOwn(reportColumns, name)
}

/** A payment as Details lists it: its accounts stand above, and its reference number is there only. */
export function detailsOf(payment: ReportRow, start: Start): Description[] {
  const known = columnsOf(start)
  return Object.keys(columns)
    .filter(isColumn)
    .filter((name) => name !== 'accountId' && known.includes(name))
    .flatMap((name) => {
      const { value, copy } = columns[name]
      const shown = value(payment)
      const item = {
        term: name === 'card' && payment.brand === null ? t('Bank account') : t(reportColumns[name]),
        value: shown === '' ? t('None') : shown,
        ...(copy && { copy: copy(payment) }),
      }
      const { reference } = payment
      return name === 'receipt_number'
        ? [item, { term: t(reportsTexts.reference), value: reference, copy: reference }]
        : [item]
    })
}

/** The first account, and how many more there are: the column that counts them may be out of sight. */
function accountsOf({ accountId, count }: ReportRow): string {
  const more = Number(/\d+$/.exec(count)?.[0] ?? 1) - 1
  return more > 0 ? `${accountId}${t(' and {count} more', { count: more })}` : accountId
}

function receiptOf({ receipt_number: receipt }: ReportRow): string {
  return receipt
}

const icons: Readonly<Record<StaffStatus, typeof CheckIcon>> = {
  paid: CheckIcon,
  declined: CrossIcon,
  notCharged: AlertIcon,
  unconfirmed: ClockIcon,
  refunding: ClockIcon,
  refundOwed: AlertIcon,
  refunded: BackIcon,
  verifying: ClockIcon,
  processing: ClockIcon,
  returned: AlertIcon,
}

const tones: Readonly<Record<StaffStatus, ChipTone>> = {
  paid: 'good',
  declined: 'bad',
  notCharged: 'bad',
  unconfirmed: 'waiting',
  refunding: 'waiting',
  refundOwed: 'bad',
  refunded: 'none',
  verifying: 'waiting',
  processing: 'waiting',
  returned: 'bad',
}

/** The outcome of a payment: icon, word and color. */
function Status({ status }: { readonly status: StaffStatus }) {
  const Icon = icons[status]
  return (
    <Chip tone={tones[status]}>
      <Icon size={16} />
      {t(staffStatuses[status])}
    </Chip>
  )
}
