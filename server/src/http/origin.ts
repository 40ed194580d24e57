import type { FastifyRequest } from 'fastify'
import { refuseCommonly } from './problem.ts'

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Makes what refuses a request that another site makes a browser send in our visitor's name (docs/security.md), beside the SameSite
 * cookies: it throws the Refusal `wrong-origin`. Browsers say where a request comes from in `Sec-Fetch-Site`, older ones in
 * `Origin`; a request with neither comes from no browser, so it carries nobody's cookies but its own.
 * @param webOrigins where else our pages are; always of the same site, which `config.ts` sees to
 */
export function originCheck(webOrigins: readonly string[]): (request: FastifyRequest) => void {
  return (request) => {
    if (safeMethods.has(request.method)) return
    if (!comesFromOurPages(request, webOrigins)) throw refuseCommonly('wrong-origin')
  }
}

function comesFromOurPages({ headers, host }: FastifyRequest, webOrigins: readonly string[]): boolean {
  const { origin, 'sec-fetch-site': site } = headers
  if (site === 'same-origin' || site === 'none') return true
  const isListed = origin !== undefined && webOrigins.includes(origin)
  if (site !== undefined) return site === 'same-site' && isListed
  return isListed || origin === undefined || (URL.canParse(origin) && new URL(origin).host === host)
}
