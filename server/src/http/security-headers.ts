import type { CallGroup } from '@portal/contract/call'
import type { UtilityProfile } from '@portal/contract/utility'

/**
 * Allows only our own files: no inline code or style, no `eval`. Strings reach the dangerous places of a page only
 * through two Trusted Types policies: `portal-worker`, which makes worker addresses, and `ProseMirrorClipboard`, with
 * which the console's editor reads pasted text in a document that is never shown. Frames show videos of announcements,
 * only from the hosts of the profile (R15). Calls, and images of announcements, may also go to hosts of their own
 * (R28).
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

/**
 * The headers that are the same on every reply. Replies that may be cached set their own header afterwards.
 * @param isSecure whether people reach the portal by https
 */
export function securityHeaders(
  { videoHosts }: Pick<UtilityProfile, 'videoHosts'>,
  hosts: CallOrigins,
  isSecure: boolean,
): Readonly<Record<string, string>> {
  const policy = { 'content-security-policy': contentSecurityPolicy(videoHosts, hosts) }
  return { ...policy, ...always, ...(isSecure && overHttps) }
}
