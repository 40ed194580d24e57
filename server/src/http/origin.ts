import type { FastifyRequest } from 'fastify'
import { refuseCommonly } from './problem.ts'

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Makes the check against requests that another site makes a browser send in our visitor's name (docs/security.md),
 * beside the SameSite cookies. It throws the Refusal `wrong-origin`. Browsers tell where a request comes from in
 * `Sec-Fetch-Site`, older ones in `Origin`. A request with neither does not come from a browser, so it carries no
 * cookies but its sender's own.
 * @param webOrigins the other origins of our pages; always of the same site, which `config.ts` ensures
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
