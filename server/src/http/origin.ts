import type { FastifyRequest } from 'fastify'
import type { Config } from '../settings/config.ts'
import { refuseCommonly } from './problem.ts'

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Makes the check against requests that another site has our visitor's browser send (docs/security.md), in addition to
 * the SameSite cookies. It throws the Refusal `wrong-origin`. Browsers say where a request comes from in
 * `Sec-Fetch-Site`, older ones in `Origin`. A request with neither does not come from a browser, so it carries no
 * cookies but its sender's own.
 */
export function originCheck({
  WEB_ORIGINS,
  PUBLIC_URL,
}: Pick<Config, 'WEB_ORIGINS' | 'PUBLIC_URL'>): (request: FastifyRequest) => void {
  // All of the same site, which `settings/config.ts` ensures.
  const ours = new Set([...WEB_ORIGINS, PUBLIC_URL])
  return (request) => {
    if (safeMethods.has(request.method)) return
    if (!comesFromOurPages(request, ours)) throw refuseCommonly('wrong-origin')
  }
}

function comesFromOurPages({ headers, server }: FastifyRequest, ours: ReadonlySet<string>): boolean {
  const { origin, host, 'sec-fetch-site': site } = headers
  if (site === 'same-origin' || site === 'none') return true
  const isListed = origin !== undefined && ours.has(origin)
  if (site !== undefined) return site === 'same-site' && isListed
  return isListed || origin === undefined || isOfHost(origin, host, server.isSecure)
}

/** `host` is that of the request itself: the sender may have made up an `X-Forwarded-Host` that a proxy passes on. */
function isOfHost(origin: string, host: string | undefined, isSecure: boolean): boolean {
  if (!URL.canParse(origin)) return false
  const page = new URL(origin)
  return page.host === host && (page.protocol === 'https:' || !isSecure)
}
