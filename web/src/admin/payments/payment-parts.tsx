import { bankAccountWords } from '@portal/contract/bank-accounts'
import { parseDecimalCents } from '@portal/contract/money'
import type { TransactionLog } from '@portal/contract/one-payment'
import type { PaymentStatus } from '@portal/contract/payments'
import { type ReportRow, type StaffStatus, staffStatuses } from '@portal/contract/reports'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { methodInWords } from '#payment/saved-methods/use-saved-methods.ts'
import { dollars } from '#ui/text/format.ts'
import { t } from '#ui/text/t.ts'
import { Loading } from '#ui/waiting/loading.tsx'
import { LineBreaks } from '../view-parts/line-breaks.tsx'
import { At } from '../view-parts/times.tsx'
import { Retry } from '../view-parts/view-frame.tsx'
import classes from './payment-parts.module.css'

interface QueryListProps<Item> {
  readonly query: UseQueryResult<Item[]>
  /** What is being loaded, such as 'Loading bills'. */
  readonly what: string
  /** The text when the list is empty. */
  readonly empty: string
  readonly children: (found: Item[]) => ReactNode
}

/** Shows a query's list, with its loading, failed and empty states. */
export function QueryList<Item>({ query, what, empty, children }: QueryListProps<Item>) {
  if (query.isPending) return <Loading what={what} rows={3} />
  if (query.isError) {
    return <Retry error={query.error} onTryAgain={query.refetch} />
  }
  return query.data.length === 0 ? <p className={classes.muted}>{empty}</p> : children(query.data)
}

/** Something that happened to a payment, in plain words. */
export type LogLine = TransactionLog['payeezy_response'][number]

/** The history of a payment, each line with its time, in the given order. */
export function LogLines({ lines }: { readonly lines: readonly LogLine[] }) {
  return (
    <ol className={classes.lines}>
      {lines.map(({ at, text }, index) => (
        // The same attempt may be logged twice at the same time.
        // oxlint-disable-next-line react/no-array-index-key
        <li key={index}>
          <At instant={at} />
          <p>
            <LineBreaks>{text}</LineBreaks>
          </p>
        </li>
      ))}
    </ol>
  )
}

interface AccountPayment {
  readonly status: PaymentStatus
  readonly standing: StaffStatus
}

/** For which the specification has no word: refunded counts as declined there, although it was paid and has a receipt. */
const ownWords: readonly StaffStatus[] = ['refunding', 'refundOwed', 'refunded', 'verifying', 'processing', 'returned']

/** What has become of one account's payment (A§4). */
export function statusOf({ status, standing }: AccountPayment): string {
  return ownWords.includes(standing) ? t(staffStatuses[standing]) : status
}

/** The card or the bank account. */
export function paidWith(row: Pick<ReportRow, 'brand' | 'bankName' | 'bankAccountType' | 'lastFour'>): string {
  const { brand, bankName, bankAccountType, lastFour } = row
  if (bankName === null || bankAccountType === null) return methodInWords({ brand: brand ?? '', lastFour })
  return t(bankAccountWords[bankAccountType], { bankName, lastFour })
}

/** Formats an amount of the calls, such as `1234.50`, as `$1,234.50` (A§9); null becomes an empty text. */
export function dollarsOf(amount: string | null): string {
  const read = amount === null ? null : parseDecimalCents(amount)
  return read === null ? '' : dollars(read)
}
