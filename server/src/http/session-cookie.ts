import type { SessionKind } from '@portal/contract/call'
import type { FastifyReply, FastifyRequest } from 'fastify'

/**
 * The cookie of each kind of session. `__Host-` makes the browser refuse it from anywhere but this very host over https;
 * plain http, as on a developer's machine, cannot have that.
 */
function cookieName(kind: SessionKind, isSecure: boolean): string {
  return isSecure ? `__Host-portal-${kind}` : `portal-${kind}`
}

/** The token in a browser's cookie for that kind of session, or null. */
export function readSessionCookie(request: FastifyRequest, kind: SessionKind): string | null {
  return request.cookies[cookieName(kind, request.server.isSecure)] ?? null
}

/** Hands a session's token to the browser: gone when the browser closes, unreadable for scripts (design R5). */
export function writeSessionCookie(reply: FastifyReply, kind: SessionKind, token: string): void {
  const { isSecure } = reply.server
  reply.setCookie(cookieName(kind, isSecure), token, { path: '/', httpOnly: true, sameSite: 'lax', secure: isSecure })
}
