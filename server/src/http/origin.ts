import type { FastifyRequest } from 'fastify'
import { refuseCommonly } from './problem.ts'

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Refuses what another site makes a browser send in our visitor's name (design §7), beside the SameSite cookies.
 * Browsers say where a request comes from in `Sec-Fetch-Site`, older ones in `Origin`; a request with neither comes
 * from no browser, so it carries nobody's cookies but its own.
 * @throws Refusal `wrong-origin`.
 */
export function checkOrigin(request: FastifyRequest): void {
  if (safeMethods.has(request.method)) return
  if (!comesFromOurPages(request)) throw refuseCommonly('wrong-origin')
}

function comesFromOurPages(request: FastifyRequest): boolean {
  const site = request.headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin' || site === 'none'
  const { origin } = request.headers
  return origin === undefined || (URL.canParse(origin) && new URL(origin).host === request.host)
}
