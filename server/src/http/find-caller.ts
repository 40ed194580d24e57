import { type AdminLevel, levelsOfTab } from '@portal/contract/admin-levels'
import { type Access, type Call, type SessionKind, sessionHeader } from '@portal/contract/call'
import { cookieTexts } from '@portal/contract/page-words'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Caller, GuestCaller } from '../caller.ts'
import { refuseCommonly } from '../refusal.ts'

/** The most trusted first, for pages that do not name the session they mean. */
const everyKind: readonly SessionKind[] = ['admin', 'customer', 'guest']

/** Null for a visitor without one. @throws Refusal: no session, another level, or a password to choose first */
export async function findCaller(
  request: FastifyRequest,
  call: Pick<Call, 'access' | 'isPassive' | 'isForGivenPassword' | 'path'>,
): Promise<Caller | null> {
  const named = namedKind(request)
  const caller = await firstCaller(request, kindsFor(call.access, named), { passively: call.isPassive ?? false })
  if (caller) {
    if (caller.kind === 'admin' && !mayAdmin(call.access, caller.level)) {
      const origin = { clientAddress: request.clientAddress, requestId: request.id }
      await request.server.doors.recordRefusal(caller, call.path, origin)
      throw refuseCommonly('not-allowed')
    }
    if (caller.kind !== 'guest' && caller.mustChangePassword && !call.isForGivenPassword) {
      throw refuseCommonly('password-is-given')
    }
    return caller
  }
  const opensOne = call.access === 'guest' || (call.access === 'visitor' && (named === null || named === 'guest'))
  if (opensOne) return null
  throw refuseCommonly('not-signed-in', sendsNoCookie(request) ? { detail: cookieTexts.notSent } : {})
}

/** Live or ended: a first visit, or it refuses cookies. */
export function sendsNoCookie(request: FastifyRequest): boolean {
  return everyKind.every((kind) => readSessionCookie(request, kind) === null)
}

export async function openGuestSession(request: FastifyRequest, reply: FastifyReply): Promise<GuestCaller> {
  const opened = await request.server.doors.openGuestSession(request.clientAddress)
  sessionCookies(request, reply).write('guest', opened.token)
  return opened.caller
}

/** Looking does not keep it alive. */
export async function isSignedIn(request: FastifyRequest, kind: SessionKind): Promise<boolean> {
  return (await firstCaller(request, [kind], { passively: true })) !== null
}

function mayAdmin(access: Access, level: number): boolean {
  return levelsOf(access)?.some((allowed) => allowed === level) ?? true
}

/** Null when the call treats an administrator like any other visitor. */
function levelsOf(access: Access): readonly AdminLevel[] | null {
  if (access === 'payer') return levelsOfTab['phoned-in']
  if (typeof access === 'string') return null
  return 'admin' in access ? access.admin : access.customerOrAdmin
}

/** The first one the browser has counts. */
function kindsFor(access: Access, named: SessionKind | null): readonly SessionKind[] {
  if (access === 'guest' || access === 'customer') return [access]
  if (typeof access === 'object' && 'admin' in access) return ['admin']
  const meant = named ? [named] : everyKind
  return typeof access === 'object' ? meant.filter((kind) => kind !== 'guest') : meant
}

function namedKind(request: FastifyRequest): SessionKind | null {
  return everyKind.find((kind) => kind === request.headers[sessionHeader]) ?? null
}

async function firstCaller(
  request: FastifyRequest,
  kinds: readonly SessionKind[],
  how: { passively: boolean },
): Promise<Caller | null> {
  for (const kind of kinds) {
    const token = readSessionCookie(request, kind)
    const caller = token && (await request.server.doors.findCaller(kind, token, how))
    if (caller) return caller
  }
  return null
}

/** `__Host-`: this host over https only; `__Secure-`: https only, for shared domains. Plain http allows neither. */
function cookieName(kind: SessionKind | 'known', { isSecure, cookieDomain }: FastifyInstance): string {
  if (!isSecure) return `portal-${kind}`
  return cookieDomain ? `__Secure-portal-${kind}` : `__Host-portal-${kind}`
}

/** Null for none. */
function readSessionCookie(request: FastifyRequest, kind: SessionKind): string | null {
  return request.cookies[cookieName(kind, request.server)] ?? null
}

export interface SessionCookies {
  /** Null for none. */
  read(kind: SessionKind): string | null
  /** Gone when the browser closes; scripts cannot read it (R5). */
  write(kind: SessionKind, token: string): void
  clear(kind: SessionKind): void
  /** Of the browser, from earlier sign-ins; null for none. It opens nothing. */
  readKnown(): string | null
  /** Outlives sessions. */
  writeKnown(token: string, forDays: number): void
}

export function sessionCookies(request: FastifyRequest, reply: FastifyReply): SessionCookies {
  const { isSecure, cookieDomain } = reply.server
  const attributes = {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: isSecure,
    ...(cookieDomain && { domain: cookieDomain }),
  } as const
  return {
    read: (kind) => readSessionCookie(request, kind),
    write: (kind, token) => void reply.setCookie(cookieName(kind, reply.server), token, attributes),
    readKnown: () => request.cookies[cookieName('known', reply.server)] ?? null,
    writeKnown: (token, forDays) =>
      void reply.setCookie(cookieName('known', reply.server), token, {
        ...attributes,
        maxAge: forDays * 24 * 60 * 60,
      }),
    clear: (kind) => void reply.clearCookie(cookieName(kind, reply.server), attributes),
  }
}
