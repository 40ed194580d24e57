import { MutationCache, QueryCache, QueryClient, QueryClientProvider, type QueryKey } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'

interface QueriesProps {
  /** For every failed query and mutation below. */
  readonly onError?: (error: Error) => void
  readonly children: ReactNode
}

/** Only pages that use TanStack Query load it. */
export function Queries({ onError, children }: QueriesProps) {
  const [client] = useState(() => createClient(onError))
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>
}

function createClient(onError: (error: Error) => void = () => undefined): QueryClient {
  // Screens decide when to retry. Offline, a call fails at once: the library would hold back even a payment.
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError: (error) => onError(error) }),
    defaultOptions: {
      queries: { networkMode: 'always', retry: false, refetchOnWindowFocus: false },
      mutations: { networkMode: 'always', retry: false },
    },
  })
}

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
