import type { QueryClient, QueryKey } from '@tanstack/react-query'

/**
 * Shows a change that was just made, instead of what was read before it. A reply on its way may be older than the change,
 * so nobody waits for it.
 */
export function showNow<Data>(
  client: QueryClient,
  queryKey: QueryKey,
  now: Data | ((known: Data | undefined) => Data | undefined),
): void {
  const isKnown = client.getQueryData(queryKey) !== undefined
  if (isKnown) void client.cancelQueries({ queryKey, exact: true })
  client.setQueryData<Data>(queryKey, now)
}
