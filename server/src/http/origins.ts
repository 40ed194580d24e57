import fastifyCors from '@fastify/cors'
import { sessionHeader } from '@portal/contract/call'
import { startCheckout } from '@portal/contract/checkout'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { refuseCommonly } from '../refusal.ts'
import type { Config } from '../settings/config.ts'

const crossOriginHeaders = {
  allowedHeaders: ['content-type', sessionHeader, ...Object.keys(startCheckout.headers?.shape ?? {})],
  exposedHeaders: ['content-disposition', 'retry-after', 'x-request-id'],
}

/** Exactly these may call with cookies and read the replies (R28); others get no such header. */
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

/** Besides SameSite cookies (docs/security.md); throws `wrong-origin`. Without either header, it is no browser. */
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

/** From the request itself: `X-Forwarded-Host` may be forged and passed on by a proxy. */
function isOfHost(origin: string, host: string | undefined, isSecure: boolean): boolean {
  if (!URL.canParse(origin)) return false
  const page = new URL(origin)
  return page.host === host && (page.protocol === 'https:' || !isSecure)
}
