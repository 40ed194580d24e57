import type { CallGroup } from '@portal/contract/call'
import type { UtilityProfile } from '@portal/contract/utility'

/** Only our files; two Trusted Types policies (worker, editor's paste); videos (R15); call hosts (R28). */
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

/** Cached replies override one afterwards. @param isSecure people reach the portal by https */
export function securityHeaders(
  { videoHosts }: Pick<UtilityProfile, 'videoHosts'>,
  hosts: CallOrigins,
  isSecure: boolean,
): Readonly<Record<string, string>> {
  const policy = { 'content-security-policy': contentSecurityPolicy(videoHosts, hosts) }
  return { ...policy, ...always, ...(isSecure && overHttps) }
}
