import { billingStatuses } from '@portal/contract/exceptions-texts'
import { type ReportRow, type StaffStatus, reportColumns, reportsTexts, staffStatuses } from '@portal/contract/reports'
import type { PortalStart } from '@portal/contract/utility'
import type { ComponentProps, ReactNode } from 'react'
import { cardInWords } from '#payment/saved-cards/use-saved-cards.ts'
import { AlertIcon, BackIcon, CheckIcon, ClockIcon, CrossIcon } from '#ui/icons.tsx'
import type { Cell } from '#ui/table/table.tsx'
import { Chip, type ChipTone } from '#ui/text/chip.tsx'
import type { Description } from '#ui/text/description-list.tsx'
import { t } from '#ui/text/t.ts'
import { dollarsOf } from '../payments/payment-parts.tsx'
import table from './payment-table.module.css'

type ColumnName = keyof typeof reportColumns

interface Column {
  /** @param at the time of payment as people read it */
  readonly value: (row: ReportRow, at: string) => ReactNode
  readonly cell: ComponentProps<typeof Cell> & { readonly 'data-amount'?: true; readonly 'data-rare'?: true }
  /** What Details copies. */
  readonly copy?: (row: ReportRow) => string
}

/** On a phone, only Details has it. */
const rare = { 'data-rare': true } as const

/** Every column of the list (A§3) in the order of Details; the table takes its order from `reportColumns`. */
export const columns: Readonly<Record<ColumnName, Column>> = {
  status: { value: ({ status }) => <Status status={status} />, cell: { className: table.status } },
  amount: { value: ({ amount }) => dollarsOf(amount), cell: { 'data-amount': true } },
  payment_date: { value: (row, at) => <time dateTime={row.payment_date}>{at}</time>, cell: {} },
  receipt_number: { value: receiptOf, cell: { label: t(reportColumns.receipt_number) }, copy: receiptOf },
  mode: { value: ({ mode }) => mode, cell: { label: t(reportColumns.mode) } },
  made_by: { value: ({ made_by: maker }) => maker && t(maker), cell: { label: t(reportColumns.made_by) } },
  username: {
    value: ({ username }) => username,
    cell: { label: t(reportColumns.username), className: table.username },
  },
  card: { value: cardInWords, cell: { label: t(reportColumns.card), className: table.card } },
  auth_no: { value: (row) => row.auth_no, cell: rare, copy: (row) => row.auth_no },
  count: { value: ({ count }) => count, cell: rare },
  transaction_tag: { value: (row) => row.transaction_tag, cell: rare, copy: (row) => row.transaction_tag },
  pay_eezy_seq_num: { value: (row) => row.pay_eezy_seq_num, cell: rare },
  process_message: { value: (row) => row.process_message, cell: rare },
  bank_response: { value: (row) => row.bank_response, cell: rare },
  ccb_status: { value: (row) => t(billingStatuses[row.billing]), cell: rare },
  id: { value: ({ id }) => id, cell: rare },
  accountId: { value: accountsOf, cell: { label: t(reportColumns.accountId) } },
}

/** Who made a payment is told only where the gateway keeps cards. */
export function columnsOf({ savesCards }: Pick<PortalStart, 'savesCards'>): ColumnName[] {
  return Object.keys(reportColumns)
    .filter(isColumn)
    .filter((name) => name !== 'made_by' || savesCards === true)
}

function isColumn(name: string): name is ColumnName {
  return Object.hasOwn(reportColumns, name)
}

/** A payment as Details lists it: its accounts stand above, and its reference number is there only. */
export function detailsOf(payment: ReportRow, at: string, start: Pick<PortalStart, 'savesCards'>): Description[] {
  const known = columnsOf(start)
  return Object.keys(columns)
    .filter(isColumn)
    .filter((name) => name !== 'accountId' && known.includes(name))
    .flatMap((name) => {
      const { value, copy } = columns[name]
      const shown = value(payment, at)
      const item = {
        term: t(reportColumns[name]),
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
}

const tones: Readonly<Record<StaffStatus, ChipTone>> = {
  paid: 'good',
  declined: 'bad',
  notCharged: 'bad',
  unconfirmed: 'waiting',
  refunding: 'waiting',
  refundOwed: 'bad',
  refunded: 'none',
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
