import { type CalendarDate, formatInstant, type Instant } from '@portal/contract/dates'
import { usePortalStart } from '#api/portal-start.tsx'
import { formatDate } from '#ui/text/format.ts'

/** A moment, in the utility's time zone. */
export function At({ instant }: { readonly instant: Instant }) {
  const { profile } = usePortalStart()
  return <time dateTime={instant}>{formatInstant(profile, instant)}</time>
}

export function Day({ date }: { readonly date: CalendarDate }) {
  return <time dateTime={date}>{formatDate(date)}</time>
}
