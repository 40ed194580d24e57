import fastifyCookie from '@fastify/cookie'
import fastifyMultipart from '@fastify/multipart'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { serializerCompiler } from 'fastify-type-provider-zod'
import { bankPaymentsOf } from '../adapters/payment-gateway/port.ts'
import type { Deps } from '../deps.ts'
import { httpRequests } from '../metrics.ts'
import { refuseCommonly } from '../refusal.ts'
import { callOrigins } from '../settings/hosts.ts'
import { compressReply } from './compression.ts'
import type { Doors } from './doors.ts'
import { handleClientError, newRequestId, sendProblem } from './errors.ts'
import { allowWebOrigins, originCheck } from './origins.ts'
import { cardFrameHeaders, securityHeaders } from './security-headers.ts'

/** Bytes of JSON; a checkout of the largest number of accounts takes about half. */
export const largestBody = 128 * 1024

type ServerDeps = Pick<Deps, 'config' | 'profile' | 'paymentGateway'> & { log: FastifyBaseLogger }

export async function createServer(
  { config, profile, paymentGateway, log }: ServerDeps,
  doors: Doors,
): Promise<FastifyInstance> {
  const isSecure = config.PUBLIC_URL.startsWith('https:')
  const headers = securityHeaders(profile, callOrigins(config), isSecure)
  const checkOrigin = originCheck(config)
  const app = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    requestIdHeader: false,
    genReqId: newRequestId,
    trustProxy: (_address, hop) => hop < config.TRUSTED_PROXIES,
    bodyLimit: largestBody,
    // Enough for the largest image over a connection of one megabit a second.
    requestTimeout: 90_000,
    keepAliveTimeout: 72_000,
    http: { requireHostHeader: false },
    clientErrorHandler: handleClientError(headers, log),
    rewriteUrl: ({ url = '' }) => readableAddress(url),
    // An address with too long a parameter reaches no route and no hook.
    frameworkErrors: (_error, request, reply) => {
      reply.headers(headers).header('x-request-id', request.id)
      sendProblem(refuseCommonly('not-found'), request, reply)
    },
  })
  // Node itself would refuse an unknown `Expect` header without our headers and problem document.
  app.server.on('checkExpectation', (request, reply) => app.server.emit('request', request, reply))
  app.decorate('doors', doors)
  app.decorate(
    'cardFrameHeaders',
    cardFrameHeaders(headers, paymentGateway.frame, bankPaymentsOf(profile, paymentGateway) !== null),
  )
  app.decorate('isSecure', isSecure)
  app.decorate('cookieDomain', config.COOKIE_DOMAIN)
  app.decorate('serves', new Set(config.SERVES))
  await app.register(fastifyCookie)
  // Forms stay unread until input.ts reads them, once the caller is known.
  await app.register(fastifyMultipart)
  // Input is checked against the contract in route.ts, after the caller is known.
  app.setValidatorCompiler(() => (value: unknown) => ({ value }))
  app.setSerializerCompiler(serializerCompiler)
  app.setErrorHandler(sendProblem)
  noteClientAddress(app)
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(headers).header('x-request-id', request.id)
    requireOneHost(request)
    if (!request.routeOptions.config.provesItself) checkOrigin(request)
  })
  await allowWebOrigins(app, config.WEB_ORIGINS)
  app.addHook('onSend', compressReply)
  app.addHook('onResponse', recordRequest)
  return app
}

async function recordRequest(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const route = request.routeOptions.url ?? 'none'
  const milliseconds = Math.round(reply.elapsedTime)
  httpRequests.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
  const line = { method: request.method, route, status: reply.statusCode, milliseconds }
  if (route.startsWith('/api/')) request.log.info(line, 'Answered')
  else request.log.debug(line, 'Answered')
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Instead of the usual ones on pages that show the gateway's card frame. */
    cardFrameHeaders: Readonly<Record<string, string>>
  }
  interface FastifyContextConfig {
    /** What it carries is all that authorizes it, a token or a signature: no cookie counts, and no page is trusted. */
    provesItself?: true
    /** As the call of this name; also for what is signed with the time. */
    needsRightClock?: boolean
  }
  interface FastifyRequest {
    /** Behind the trusted proxies; empty when the connection closed before it was read. */
    clientAddress: string
  }
}

/** On arrival: a closed connection knows no address, but its request must be limited and recorded. */
function noteClientAddress(app: FastifyInstance): void {
  app.decorateRequest('clientAddress', '')
  app.addHook('onRequest', async (request) => {
    request.clientAddress = clientAddressOf(request)
  })
}

/** Behind the trusted proxies; without the port that some add: `203.0.113.7:52144`, `[2001:db8::1]:52144`. */
export function clientAddressOf({ ip = '' }: { readonly ip?: string }): string {
  const [, v6, v4] = /^(?:\[([^\]]+)\](?::\d+)?|(\d+\.\d+\.\d+\.\d+):\d+)$/.exec(ip) ?? []
  return v6 ?? v4 ?? ip
}

/** None only in HTTP/1.0 (RFC 9112 §3.2); Node's own check has no problem document. @throws Refusal `invalid` */
function requireOneHost({ raw }: FastifyRequest): void {
  const named = raw.rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length
  if (named > 1 || (named === 0 && raw.httpVersion !== '1.0')) throw refuseCommonly('invalid')
}

export function pathOf(address: string): string {
  return address.split('?', 1)[0] ?? ''
}

/** Undecodable percent signs stand for themselves: Fastify would refuse them before any hook. */
function readableAddress(address: string): string {
  const path = pathOf(address)
  try {
    decodeURIComponent(path)
    return address
  } catch {
    return path.replaceAll('%', '%25') + address.slice(path.length)
  }
}
