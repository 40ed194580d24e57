/** The two ways the gateway prints a time, both in the time zone of its account. */
export interface AccountTime {
  /** `2026-01-31 14:05:06`: sortable as text; searches compare with it. */
  sortable(instant: number): string
  /** `31 Jan 26 14:05:06`, of the printed record. */
  printed(instant: number): string
}

export function accountTime(timeZone: string): AccountTime {
  // Creating a formatter is slow; using it is not.
  const formatter = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  return {
    sortable: (instant) => formatter.format(instant),
    printed: (instant) => {
      const [date = '', time = ''] = formatter.format(instant).split(' ')
      const [year = '', month = '', day = ''] = date.split('-')
      return `${day} ${monthNames[Number(month) - 1] ?? ''} ${year.slice(2)} ${time}`
    },
  }
}

const monthNames = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')
