import type { SessionKind } from '@portal/contract/call'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/**
 * The name of the cookie of each kind of session, and of the one by which a browser is known. With `__Host-`, the browser
 * accepts it only from this very host over https. With `__Secure-`, for a domain shared by several hosts, it accepts it
 * only over https. Plain http, as on a developer's machine, allows neither.
 */
function cookieName(kind: SessionKind | 'known', { isSecure, cookieDomain }: FastifyInstance): string {
  if (!isSecure) return `portal-${kind}`
  return cookieDomain ? `__Secure-portal-${kind}` : `__Host-portal-${kind}`
}

/** The token in a browser's cookie for that kind of session, or null. */
export function readSessionCookie(request: FastifyRequest, kind: SessionKind): string | null {
  return request.cookies[cookieName(kind, request.server)] ?? null
}

/** How a call that signs somebody in or out changes the browser's session cookies. */
export interface SessionCookies {
  /** The token the browser holds for that kind of session, or null. */
  read(kind: SessionKind): string | null
  /**
   * Gives the browser a session's token. The cookie is gone when the browser closes, and scripts cannot read it (R5).
   */
  write(kind: SessionKind, token: string): void
  /** Removes the token of that kind of session from the browser. */
  clear(kind: SessionKind): void
  /** The token by which the browser is known from earlier sign-ins, or null. It opens nothing. */
  readKnown(): string | null
  /** Gives the browser such a token, which outlives sessions. */
  writeKnown(token: string, forDays: number): void
}

/** The session cookies of the browser that sent a request. */
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
