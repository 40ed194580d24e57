import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'

interface QueriesProps {
  /** Told of every call that failed, whoever made it. */
  readonly onError?: (error: Error) => void
  readonly children: ReactNode
}

/** What pages that ask the server wrap themselves in; pages that do not ask need not load it. */
export function Queries({ onError, children }: QueriesProps) {
  const [client] = useState(() => createClient(onError))
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>
}

function createClient(onError: (error: Error) => void = () => undefined): QueryClient {
  // Every screen says itself when and how often it asks again; nothing is repeated behind its back.
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError: (error) => onError(error) }),
    defaultOptions: { queries: { retry: false, refetchOnWindowFocus: false }, mutations: { retry: false } },
  })
}
