/** The search parameters of the money desk inside Reports, or of one payment on it. */
export function deskSearch(payment?: number) {
  return { view: 'reports', part: 'attention', ...(payment === undefined ? {} : { payment }) } as const
}
