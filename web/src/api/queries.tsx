import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'

interface QueriesProps {
  /** Called for every failed query and mutation below. */
  readonly onError?: (error: Error) => void
  readonly children: ReactNode
}

/** Provides TanStack Query to a page. Only pages that use it load it. */
export function Queries({ onError, children }: QueriesProps) {
  const [client] = useState(() => createClient(onError))
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>
}

function createClient(onError: (error: Error) => void = () => undefined): QueryClient {
  // Every screen decides for itself when to retry; nothing is repeated automatically. Offline, a call fails at once and
  // says so: the library would otherwise hold it back until the network returns, and with it a payment.
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError: (error) => onError(error) }),
    defaultOptions: {
      queries: { networkMode: 'always', retry: false, refetchOnWindowFocus: false },
      mutations: { networkMode: 'always', retry: false },
    },
  })
}
