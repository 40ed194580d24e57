import { Readable } from 'node:stream'
import type { Access, Call, ReplyOf } from '@portal/contract/call'
import { humanCheckProblems } from '@portal/contract/human-check'
import { requestTexts, sayWhatIsWrong } from '@portal/contract/input-texts'
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { AdminCaller, Caller, CustomerCaller, GuestCaller } from '../caller.ts'
import { refuse, refuseCommonly } from '../refusal.ts'
import { type SessionCookies, findCaller, openGuestSession, sendsNoCookie, sessionCookies } from './find-caller.ts'
import { hangUpOnExcess, InvalidInput, isStorable, readForm } from './input.ts'
import { describeCall } from './openapi.ts'
import { fileHeaders, frameHeaders } from './security-headers.ts'

/** Parsed and permitted. */
export interface ApiRequest<Params, Query, Headers, Body> {
  params: Params
  query: Query
  headers: Headers
  body: Body
  clientAddress: string
  /** At full length; undefined when the browser sends none. */
  userAgent: string | undefined
  requestId: string
  log: FastifyBaseLogger
  /** The browser has hung up: nobody will hear the reply. */
  hasLeft: () => boolean
  /** For calls that sign somebody in or out. */
  cookies: SessionCookies
}

type Served<C extends Call> = ApiRequest<
  Parsed<C['params']>,
  Parsed<C['query']>,
  Parsed<C['headers']>,
  Parsed<C['body']>
>
type ServedTo<Who extends Caller, C extends Call> = Served<C> & { session: Who }

type Parsed<S extends z.ZodType | undefined> = z.output<NonNullable<S>>

/** Checks access, switch, input and reply: a reply has nothing that the contract does not name. */
export function route<C extends Call & { readonly access: Exclude<Access, 'anyone'> }>(
  app: FastifyInstance,
  call: C,
  handler: (request: ServedTo<Caller, C>) => Promise<ReplyOf<C>>,
): void {
  serve(app, call, async (request, reply) => {
    const known = await findCaller(request, call)
    const parsed = await readRequest(request, reply, call)
    if (!known && 'no-cookie' in call.problems && sendsNoCookie(request)) {
      throw refuse({ problems: humanCheckProblems }, 'no-cookie')
    }
    return await handler({ ...parsed, session: known ?? (await openGuestSession(request, reply)) })
  })
}

/** A caller without a session gets one. */
export function guestRoute<C extends Call & { readonly access: 'guest' }>(
  app: FastifyInstance,
  call: C,
  handler: (request: ServedTo<GuestCaller, C>) => Promise<ReplyOf<C>>,
): void {
  route(app, call, only(isGuest, handler))
}

export function customerRoute<C extends Call & { readonly access: 'customer' }>(
  app: FastifyInstance,
  call: C,
  handler: (request: ServedTo<CustomerCaller, C>) => Promise<ReplyOf<C>>,
): void {
  route(app, call, only(isCustomer, handler))
}

/** Of the levels that the contract names (A§6). */
export function adminRoute<C extends Call & { readonly access: Extract<Access, { readonly admin: unknown }> }>(
  app: FastifyInstance,
  call: C,
  handler: (request: ServedTo<AdminCaller, C>) => Promise<ReplyOf<C>>,
): void {
  route(app, call, only(isAdmin, handler))
}

/** Administrators of the levels that the contract names. */
export function customerOrAdminRoute<
  C extends Call & { readonly access: Extract<Access, { readonly customerOrAdmin: unknown }> },
>(
  app: FastifyInstance,
  call: C,
  handler: (request: ServedTo<CustomerCaller | AdminCaller, C>) => Promise<ReplyOf<C>>,
): void {
  route(app, call, only(isSignedIn, handler))
}

export interface Download {
  fileName: string
  content: Readable
}

/** The signal aborts when the browser leaves early. */
export function downloadRoute<C extends Call & { readonly access: Extract<Access, { readonly admin: unknown }> }>(
  app: FastifyInstance,
  call: C,
  handler: (request: ServedTo<AdminCaller, C> & { signal: AbortSignal }) => Promise<Download>,
): void {
  serve(app, call, async (request, reply) => {
    // Before any wait: a signal made after the browser has left never aborts.
    const { signal } = request
    const session = await findCaller(request, call)
    if (session?.kind !== 'admin') throw refuseCommonly('not-allowed')
    const parsed = await readRequest(request, reply, call)
    return await sendFile(reply, call, await handler({ ...parsed, session, signal }))
  })
}

/** The body is a file, which the handler reads as it arrives. */
export function uploadRoute<C extends Call & { readonly access: Extract<Access, { readonly admin: unknown }> }>(
  app: FastifyInstance,
  call: C,
  handler: (request: ServedTo<AdminCaller, C> & { file: Readable }) => Promise<ReplyOf<C>>,
): void {
  const { upload } = call
  if (!upload) throw new Error(`${call.path} takes no file`)
  // Other routes take no such body.
  void app.register(async (scope) => {
    scope.addContentTypeParser('application/octet-stream', (_request, payload, done) => done(null, payload))
    serve(scope, call, async (request, reply) => {
      const session = await findCaller(request, call)
      if (session?.kind !== 'admin') throw refuseCommonly('not-allowed')
      if (Number(request.headers['content-length']) > upload.largest)
        throw refuseCommonly('too-large', { detail: requestTexts.fileTooLarge })
      const file = request.body
      if (!(file instanceof Readable)) throw refuseCommonly('invalid')
      request.body = undefined
      return await handler({ ...(await readRequest(request, reply, call)), session, file })
    })
  })
}

/** Customers, and administrators of the levels that the contract names. */
export function customerOrAdminDownloadRoute<
  C extends Call & { readonly access: Extract<Access, { readonly customerOrAdmin: unknown }> },
>(
  app: FastifyInstance,
  call: C,
  handler: (request: ServedTo<CustomerCaller | AdminCaller, C>) => Promise<Download>,
): void {
  serve(app, call, async (request, reply) => {
    const session = await findCaller(request, call)
    if (!session || !isSignedIn(session)) throw refuseCommonly('not-allowed')
    return await sendFile(reply, call, await handler({ ...(await readRequest(request, reply, call)), session }))
  })
}

/** Belongs to no session. */
export function publicDownloadRoute<C extends Call & { readonly access: 'anyone' }>(
  app: FastifyInstance,
  call: C,
  handler: (request: Served<C>) => Promise<Download>,
): void {
  serve(app, call, async (request, reply) =>
    sendFile(reply, call, await handler(await readRequest(request, reply, call))),
  )
}

async function sendFile(reply: FastifyReply, call: Call, { fileName, content }: Download): Promise<FastifyReply> {
  const type = call.download
  if (!type) throw new Error(`${call.path} is no download`)
  reply.type(type.startsWith('text/') ? `${type}; charset=utf-8` : type)
  return await reply
    .headers({ 'content-disposition': `attachment; filename="${fileName}"`, ...fileHeaders })
    .send(content)
}

/** The HTML can do nothing, and only the portal's pages can show it. @param pages their origin */
export function frameRoute<C extends Call & { readonly access: Extract<Access, { readonly admin: unknown }> }>(
  app: FastifyInstance,
  call: C,
  pages: string,
  handler: (request: ServedTo<AdminCaller, C>) => Promise<string>,
): void {
  if (!call.isFrame) throw new Error(`${call.path} is for no frame`)
  serve(app, call, async (request, reply) => {
    const session = await findCaller(request, call)
    if (session?.kind !== 'admin') throw refuseCommonly('not-allowed')
    const html = await handler({ ...(await readRequest(request, reply, call)), session })
    return await reply.headers(frameHeaders(pages)).type('text/html; charset=utf-8').send(html)
  })
}

/** Belongs to no session. */
export function publicRoute<C extends Call & { readonly access: 'anyone' }>(
  app: FastifyInstance,
  call: C,
  handler: (request: Served<C>) => Promise<ReplyOf<C>>,
): void {
  serve(app, call, async (request, reply) => await handler(await readRequest(request, reply, call)))
}

const isGuest = (caller: Caller): caller is GuestCaller => caller.kind === 'guest'
const isCustomer = (caller: Caller): caller is CustomerCaller => caller.kind === 'customer'
const isAdmin = (caller: Caller): caller is AdminCaller => caller.kind === 'admin'
const isSignedIn = (caller: Caller): caller is CustomerCaller | AdminCaller => caller.kind !== 'guest'

/** Typed for these callers: the call's access has refused all others before. */
function only<Who extends Caller, C extends Call>(
  isOne: (caller: Caller) => caller is Who,
  handler: (request: ServedTo<Who, C>) => Promise<ReplyOf<C>>,
): (request: ServedTo<Caller, C>) => Promise<ReplyOf<C>> {
  return async (request) => {
    const { session } = request
    if (!isOne(session)) throw refuseCommonly('not-allowed')
    return await handler({ ...request, session })
  }
}

function serve(
  app: FastifyInstance,
  call: Call,
  handler: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
): void {
  if (!app.serves.has(call.group)) return
  const { form } = call
  const answer: typeof handler = async (request, reply) => {
    if (form) hangUpOnExcess(request, reply, form)
    return await handler(request, reply)
  }
  const { method, path: url, needsRightClock = false } = call
  const schema = describeCall(call)
  app.route({ method, url, exposeHeadRoute: false, schema, config: { needsRightClock }, handler: answer })
}

/** @throws Refusal when switched off or not storable; InvalidInput when it does not fit the contract */
async function readRequest<C extends Call>(request: FastifyRequest, reply: FastifyReply, call: C): Promise<Served<C>> {
  if (call.switch && (await request.server.doors.isSwitchedOff(call.switch))) throw refuseCommonly('maintenance')
  if (!isStorable(request.query) || !isStorable(request.body)) {
    throw refuseCommonly('invalid', { detail: requestTexts.notStorable })
  }
  return {
    params: read<NonNullable<C['params']>>('params', call.params, request.params),
    query: read<NonNullable<C['query']>>('query', call.query, request.query),
    headers: read<NonNullable<C['headers']>>('headers', call.headers, request.headers),
    body: read<NonNullable<C['body']>>(
      'body',
      call.body,
      call.form ? await readForm(request, call.form) : request.body,
    ),
    clientAddress: request.clientAddress,
    userAgent: request.headers['user-agent'],
    requestId: request.id,
    log: request.log,
    hasLeft: () => request.raw.socket.destroyed,
    cookies: sessionCookies(request, reply),
  }
}

/** Of a part without schema; fits every type, because no handler reads it. */
const notRead = z.custom<never>()

/** @throws InvalidInput naming every field that is wrong */
function read<S extends z.ZodType>(part: InvalidInput['part'], schema: S | undefined, given: unknown): z.output<S> {
  if (!schema) return notRead.parse(undefined)
  const parsed = schema.safeParse(given, { error: sayWhatIsWrong })
  if (parsed.success) return parsed.data
  throw new InvalidInput(part, parsed.error)
}
