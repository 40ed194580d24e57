/** The search parameters of the exceptions inside Reports, or of one payment among them. */
export function exceptionSearch(payment?: number) {
  return { view: 'reports', part: 'exceptions', ...(payment === undefined ? {} : { payment }) } as const
}
