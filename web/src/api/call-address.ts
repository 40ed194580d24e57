import type { Call, CallGroup } from '@portal/contract/call'
import type { PortalStart } from '@portal/contract/utility'

let origins: NonNullable<PortalStart['callOrigins']> = {}

/** As the server gave them with the page (R28). By default it is the page's own. */
export function setCallOrigins(given: PortalStart['callOrigins']): void {
  origins = given ?? {}
}

/** Empty for the page's own. */
export function originOf(group: CallGroup): string {
  return origins[group] ?? ''
}

export function addressOf({ group, path }: Pick<Call, 'group' | 'path'>, params?: unknown, query?: unknown): string {
  let address = originOf(group) + path
  for (const [name, value] of textEntries(params)) address = address.replace(`:${name}`, encodeURIComponent(value))
  const search = new URLSearchParams(textEntries(query)).toString()
  return search ? `${address}?${search}` : address
}

/** The defined values, for a query or for headers. */
export function textEntries(values: unknown): [string, string][] {
  if (typeof values !== 'object' || values === null) return []
  return Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]))
}
