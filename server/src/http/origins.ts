import fastifyCors from '@fastify/cors'
import { sessionHeader } from '@portal/contract/call'
import { startCheckout } from '@portal/contract/checkout'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { refuseCommonly } from '../refusal.ts'
import type { Config } from '../settings/config.ts'

/** The headers that our pages send and read, in addition to those that browsers always allow. */
const crossOriginHeaders = {
  allowedHeaders: ['content-type', sessionHeader, ...Object.keys(startCheckout.headers?.shape ?? {})],
  exposedHeaders: ['content-disposition', 'retry-after', 'x-request-id'],
}

/**
 * Lets the pages of exactly these origins make calls with their visitors' cookies and read the replies (R28). Pages of
 * any other origin get no such header. With no origins set, no page does.
 */
export async function allowWebOrigins(app: FastifyInstance, origins: readonly string[]): Promise<void> {
  if (origins.length === 0) return
  await app.register(fastifyCors, {
    origin: (origin, answer) => answer(null, origin !== undefined && origins.includes(origin) ? origin : false),
    credentials: true,
    methods: ['GET', 'POST'],
    ...crossOriginHeaders,
    maxAge: 600,
    strictPreflight: false,
  })
}

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
