import { reportColumns } from '@portal/contract/reports-texts'
import { typedDateTexts } from '@portal/contract/typed-date'
import type { TypedFilters } from './report-address.ts'

/** The filters of a report by the labels of their fields. */
export function labelledFilters(filters: TypedFilters): Record<string, string> {
  return {
    [typedDateTexts.from]: filters.pay_date_start,
    [typedDateTexts.to]: filters.pay_date_end,
    [reportColumns.receipt_number]: filters.receipt,
    'Credit Card': filters.credit_card,
    [reportColumns.username]: filters.username,
    [reportColumns.mode]: filters.mode,
    [reportColumns.accountId]: filters.accountId,
    [reportColumns.auth_no]: filters.auth_no,
  }
}
