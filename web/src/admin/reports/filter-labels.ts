import { reportColumns } from '@portal/contract/reports-texts'
import { typedDateTexts } from '@portal/contract/typed-date'
import type { TypedFilters } from './report-address.ts'

/** The labels of the fields that filter the list of payments. */
export const filterLabels = {
  pay_date_start: typedDateTexts.from,
  pay_date_end: typedDateTexts.to,
  receipt: reportColumns.receipt_number,
  credit_card: 'Credit Card',
  username: reportColumns.username,
  mode: reportColumns.mode,
  accountId: reportColumns.accountId,
  auth_no: reportColumns.auth_no,
} as const satisfies Record<keyof TypedFilters, string>

/** The filters by the labels of their fields, in the order of the form. */
export function labelledFilters(filters: TypedFilters): Record<string, string> {
  const typed = new Map(Object.entries({ ...filters }))
  return Object.fromEntries(Object.entries(filterLabels).map(([name, label]) => [label, typed.get(name) ?? '']))
}
