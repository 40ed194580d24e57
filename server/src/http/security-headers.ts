import type { CallGroup } from '@portal/contract/call'
import type { UtilityProfile } from '@portal/contract/utility'
import type { FastifyReply, FastifyRequest } from 'fastify'

/**
 * Nothing but our own files, no inline code or style, no `eval`; strings reach the dangerous places of a page only
 * through two Trusted Types policies: `portal-worker`, which makes worker addresses, and `ProseMirrorClipboard`, by which the
 * console's editor reads pasted text in a document that is never shown. Frames show the videos of
 * announcements, from the hosts of the profile only (R15). Calls, and the images that belong to general ones, also go
 * where hosts of their own were set (R28).
 */
const contentSecurityPolicy = (videoHosts: readonly string[], hosts: CallOrigins): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    ["img-src 'self' data: blob:", ...(hosts.general ? [hosts.general] : [])].join(' '),
    "font-src 'self'",
    ["connect-src 'self'", ...new Set(Object.values(hosts))].join(' '),
    "worker-src 'self'",
    "manifest-src 'self'",
    ...(videoHosts.length > 0 ? [`frame-src ${videoHosts.map((host) => `https://${host}`).join(' ')}`] : []),
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types portal-worker ProseMirrorClipboard',
  ].join('; ')

const always = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
}
const overHttps = { 'strict-transport-security': 'max-age=63072000; includeSubDomains' }

type CallOrigins = Readonly<Partial<Record<CallGroup, string>>>

/** Makes what sets the same headers on every reply. What may be kept by a cache says so itself afterwards. */
export function securityHeaders(
  { videoHosts }: Pick<UtilityProfile, 'videoHosts'>,
  hosts: CallOrigins,
): (request: FastifyRequest, reply: FastifyReply) => void {
  const plain = { 'content-security-policy': contentSecurityPolicy(videoHosts, hosts), ...always }
  const secure = { ...plain, ...overHttps }
  return (request, reply) => {
    reply.headers(request.server.isSecure ? secure : plain)
  }
}
