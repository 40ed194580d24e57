import type { Call, CallGroup } from '@portal/contract/call'
import type { PortalStart } from '@portal/contract/utility'

let origins: NonNullable<PortalStart['callOrigins']> = {}

/**
 * From now on calls go where the server said when the page was loaded (R28); until then to where the page came from.
 */
export function setCallOrigins(told: PortalStart['callOrigins']): void {
  origins = told ?? {}
}

/** The origin that takes a group's calls and has its files; empty for the page's own. */
export function originOf(group: CallGroup): string {
  return origins[group] ?? ''
}

/** The address of a call: its host and path with the parameters in it, and the query behind it. */
export function addressOf({ group, path }: Pick<Call, 'group' | 'path'>, params?: unknown, query?: unknown): string {
  let address = originOf(group) + path
  for (const [name, value] of textEntries(params)) address = address.replace(`:${name}`, encodeURIComponent(value))
  const search = new URLSearchParams(textEntries(query)).toString()
  return search ? `${address}?${search}` : address
}

/** The values that there are, as texts, such as for a query or headers. */
export function textEntries(values: unknown): [string, string][] {
  if (typeof values !== 'object' || values === null) return []
  return Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]))
}
