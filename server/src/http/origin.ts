import type { FastifyRequest } from 'fastify'
import type { Config } from '../settings/config.ts'
import { refuseCommonly } from './problem.ts'

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Makes the check against requests that another site makes a visitor's browser send (docs/security.md), in addition to
 * the SameSite cookies. The check throws the Refusal `wrong-origin`. Browsers say where a request comes from in
 * `Sec-Fetch-Site`, older ones in `Origin`. A request with neither header does not come from a browser, so it carries
 * no cookies but its sender's own.
 */
export function originCheck({
  WEB_ORIGINS,
  PUBLIC_URL,
}: Pick<Config, 'WEB_ORIGINS' | 'PUBLIC_URL'>): (request: FastifyRequest) => void {
  // All of them are on one site; `settings/config.ts` makes sure of that.
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

/** `host` comes from the request itself. `X-Forwarded-Host` may be forged by the sender and passed on by a proxy. */
function isOfHost(origin: string, host: string | undefined, isSecure: boolean): boolean {
  if (!URL.canParse(origin)) return false
  const page = new URL(origin)
  return page.host === host && (page.protocol === 'https:' || !isSecure)
}
