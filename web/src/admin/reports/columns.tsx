import { type ReportRow, type StaffStatus, staffStatuses } from '@portal/contract/reports'
import { AlertIcon, BackIcon, CheckIcon, ClockIcon, CrossIcon } from '#ui/icons.tsx'
import { t } from '#ui/text/t.ts'
import classes from './columns.module.css'

const icons: Readonly<Record<StaffStatus, typeof CheckIcon>> = {
  paid: CheckIcon,
  declined: CrossIcon,
  notCharged: AlertIcon,
  unconfirmed: ClockIcon,
  refunded: BackIcon,
}

/** The outcome of a payment: icon, word and color. */
export function Status({ status }: { readonly status: StaffStatus }) {
  const Icon = icons[status]
  return (
    <span className={classes.status} data-status={status}>
      <Icon size={16} />
      {t(staffStatuses[status])}
    </span>
  )
}

/** Formats the card as `Visa 1111`, which is all that is stored of it. */
export function cardOf({ brand, lastFour }: Pick<ReportRow, 'brand' | 'lastFour'>): string {
  return `${brand} ${lastFour}`
}
