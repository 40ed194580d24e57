import type { FastifyReply, FastifyRequest } from 'fastify'

/**
 * Nothing but our own files, no inline code or style, no `eval`; strings reach the dangerous places of a page only
 * through the one Trusted Types policy `portal-worker`, which makes worker addresses (research: ux §1.7).
 */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types portal-worker',
].join('; ')

const always = {
  'content-security-policy': contentSecurityPolicy,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
}
const overHttps = { ...always, 'strict-transport-security': 'max-age=63072000; includeSubDomains' }

/** Sets the same headers on every reply, and keeps replies of the API out of every cache. */
export function setSecurityHeaders(request: FastifyRequest, reply: FastifyReply): void {
  reply.headers(request.server.isSecure ? overHttps : always)
  if (request.url.startsWith('/api/')) reply.header('cache-control', 'no-store')
}
