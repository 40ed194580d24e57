import type { FastifyRequest } from 'fastify'
import { refuseCommonly } from './problem.ts'

/**
 * Refuses a request that names several hosts, or none, which is allowed only in HTTP/1.0 (RFC 9112 §3.2). Node's own
 * check is off, because it answers without our headers and problem document.
 * @throws Refusal `invalid`
 */
export function requireOneHost({ raw }: FastifyRequest): void {
  const named = raw.rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length
  if (named > 1 || (named === 0 && raw.httpVersion !== '1.0')) throw refuseCommonly('invalid')
}
