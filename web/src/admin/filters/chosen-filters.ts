/** A filter in an address as it was typed: the router makes numbers and truth values of some texts. */
export function typedText(value: unknown): string {
  if (typeof value === 'string') return value
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
}

/** The filters that are not empty, trimmed, for the address and the server. */
export function chosenFilters<Filters extends { readonly [Name in keyof Filters]: string }>(
  filters: Filters,
): Record<string, string> {
  const typed = Object.entries<string>(filters).map(([name, value]) => [name, value.trim()] as const)
  return Object.fromEntries(typed.filter(([, value]) => value !== ''))
}
