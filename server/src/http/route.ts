import type { Access, Call, SessionKind } from '@portal/contract/call'
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Caller } from './doors.ts'
import { InvalidInput } from './invalid-input.ts'
import { describeCall } from './openapi.ts'
import { refuseCommonly } from './problem.ts'
import { readSessionCookie, writeSessionCookie } from './session-cookie.ts'

/** A parsed and permitted call, as its use case gets it. */
export interface Asked<Params, Query, Headers, Body> {
  params: Params
  query: Query
  headers: Headers
  body: Body
  /** The address of the browser, behind the trusted proxies. */
  clientAddress: string
  requestId: string
  log: FastifyBaseLogger
}

/** The same with the session it belongs to. */
export interface AskedInSession<Params, Query, Headers, Body> extends Asked<Params, Query, Headers, Body> {
  session: Caller
}

/**
 * Serves one call of the contract: who may make it, its maintenance switch, its input and its reply are all checked
 * here, so that a handler gets what the contract says and nothing leaves that the contract does not name.
 */
export function route<
  P extends z.ZodType,
  Q extends z.ZodType,
  H extends z.ZodType,
  B extends z.ZodType,
  R extends z.ZodType,
>(
  app: FastifyInstance,
  call: Call<P, Q, H, B, R> & { readonly access: Exclude<Access, 'anyone'> },
  handler: (asked: AskedInSession<z.output<P>, z.output<Q>, z.output<H>, z.output<B>>) => Promise<z.output<R>>,
): void {
  app.route({
    method: call.method,
    url: call.path,
    exposeHeadRoute: false,
    schema: describeCall(call),
    handler: async (request, reply) => {
      const known = await findCaller(request, call.access)
      const asked = await readAsked(request, call)
      return await handler({ ...asked, session: known ?? (await openGuestSession(request, reply)) })
    },
  })
}

/** Serves a call that anyone may make: it belongs to no session. */
export function publicRoute<
  P extends z.ZodType,
  Q extends z.ZodType,
  H extends z.ZodType,
  B extends z.ZodType,
  R extends z.ZodType,
>(
  app: FastifyInstance,
  call: Call<P, Q, H, B, R> & { readonly access: 'anyone' },
  handler: (asked: Asked<z.output<P>, z.output<Q>, z.output<H>, z.output<B>>) => Promise<z.output<R>>,
): void {
  app.route({
    method: call.method,
    url: call.path,
    exposeHeadRoute: false,
    schema: describeCall(call),
    handler: async (request) => await handler(await readAsked(request, call)),
  })
}

/** @throws Refusal when the call is switched off, InvalidInput when it does not fit the contract. */
async function readAsked<P extends z.ZodType, Q extends z.ZodType, H extends z.ZodType, B extends z.ZodType>(
  request: FastifyRequest,
  call: Call<P, Q, H, B>,
): Promise<Asked<z.output<P>, z.output<Q>, z.output<H>, z.output<B>>> {
  if (call.switch && (await request.server.doors.isSwitchedOff(call.switch))) throw refuseCommonly('maintenance')
  return {
    params: read('params', call.params, request.params),
    query: read('query', call.query, request.query),
    headers: read('headers', call.headers, request.headers),
    body: read('body', call.body, request.body),
    clientAddress: request.ip,
    requestId: request.id,
    log: request.log,
  }
}

/** Which sessions may make a call; the first one found counts. */
function kindsFor(access: Exclude<Access, 'anyone'>): readonly SessionKind[] {
  if (access === 'visitor') return ['guest']
  if (access === 'payer') return ['guest', 'customer', 'admin']
  return access === 'customer' ? ['customer'] : ['admin']
}

/**
 * The session a call belongs to; null for a visitor who has none yet.
 * @throws Refusal when the call needs a session and there is none, or an administrator of another level.
 */
async function findCaller(request: FastifyRequest, access: Exclude<Access, 'anyone'>): Promise<Caller | null> {
  const caller = await firstCaller(request, kindsFor(access))
  if (access === 'visitor') return caller
  if (!caller) throw refuseCommonly('not-signed-in')
  if (typeof access === 'object' && !(caller.level && access.admin.includes(caller.level))) {
    throw refuseCommonly('not-allowed')
  }
  return caller
}

async function firstCaller(request: FastifyRequest, kinds: readonly SessionKind[]): Promise<Caller | null> {
  for (const kind of kinds) {
    const token = readSessionCookie(request, kind)
    const caller = token && (await request.server.doors.findSession(kind, token))
    if (caller) return caller
  }
  return null
}

async function openGuestSession(request: FastifyRequest, reply: FastifyReply): Promise<Caller> {
  const opened = await request.server.doors.openGuestSession(request.ip)
  if (!opened.ok) throw refuseCommonly('too-many-tries', { retryAfterSeconds: opened.retryAfterSeconds })
  writeSessionCookie(reply, 'guest', opened.token)
  return opened.session
}

/** @throws InvalidInput naming every field that is wrong. */
function read<S extends z.ZodType>(part: InvalidInput['part'], schema: S | undefined, given: unknown): z.output<S> {
  // Where the contract names no schema, the part is not read at all and the handler gets undefined.
  if (!schema) return z.custom<z.output<S>>().parse(undefined)
  const parsed = schema.safeParse(given)
  if (parsed.success) return parsed.data
  throw new InvalidInput(part, parsed.error)
}
