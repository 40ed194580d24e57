import type { FastifyRequest } from 'fastify'

/**
 * The address that a request comes from, behind the trusted proxies. Some proxies add the client's port,
 * `203.0.113.7:52144` or `[2001:db8::1]:52144`. It differs for each connection and is no part of the address.
 */
export function clientAddressOf({ ip }: Pick<FastifyRequest, 'ip'>): string {
  const [, v6, v4] = /^(?:\[([^\]]+)\](?::\d+)?|(\d+\.\d+\.\d+\.\d+):\d+)$/.exec(ip) ?? []
  return v6 ?? v4 ?? ip
}
