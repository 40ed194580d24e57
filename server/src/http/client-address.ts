import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyRequest {
    /** The address of the browser, behind the trusted proxies; empty when the connection closed before it was read. */
    clientAddress: string
  }
}

/**
 * Stores on each request the address it comes from, as soon as it arrives. A connection that has closed meanwhile no
 * longer knows its address, but what its request does still has to be limited and recorded.
 */
export function noteClientAddress(app: FastifyInstance): void {
  app.decorateRequest('clientAddress', '')
  app.addHook('onRequest', async (request) => {
    request.clientAddress = clientAddressOf(request)
  })
}

/**
 * The address that a request comes from, behind the trusted proxies. Some proxies add the client's port,
 * `203.0.113.7:52144` or `[2001:db8::1]:52144`. It differs for each connection and is no part of the address.
 */
export function clientAddressOf({ ip = '' }: { readonly ip?: string }): string {
  const [, v6, v4] = /^(?:\[([^\]]+)\](?::\d+)?|(\d+\.\d+\.\d+\.\d+):\d+)$/.exec(ip) ?? []
  return v6 ?? v4 ?? ip
}
