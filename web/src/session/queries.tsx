import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'

// Every screen says itself when and how often it asks again; nothing is repeated behind its back.
const client = new QueryClient({
  defaultOptions: { queries: { retry: false, refetchOnWindowFocus: false }, mutations: { retry: false } },
})

/** What pages that ask the server wrap themselves in; pages that do not ask need not load it. */
export function Queries({ children }: { readonly children: ReactNode }) {
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>
}
