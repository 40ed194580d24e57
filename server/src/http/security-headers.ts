import type { CallGroup } from '@portal/contract/call'
import { policyReportPath } from '@portal/contract/paths'
import type { UtilityProfile } from '@portal/contract/utility'
import type { PageFrame } from '../adapters/payment-gateway/port.ts'

/** Only our files; two Trusted Types policies (worker, editor's paste); videos (R15); previews of emails; call hosts (R28). */
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
    ["frame-src 'self'", ...(hosts.admin ? [hosts.admin] : []), ...videoHosts.map((host) => `https://${host}`)].join(
      ' ',
    ),
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types portal-worker ProseMirrorClipboard',
    // Reports go to the host of the page, for browsers with the Reporting API and without it.
    `report-uri ${policyReportPath}`,
    'report-to portal',
  ].join('; ')

/**
 * The gateway's script writes addresses of its own scripts as plain text, which only a Trusted Types policy called
 * `default` can let pass; the page's lets pass nothing else (web/src/payment/card/frame).
 * @param opensBanks the frame opens windows of banks, which answer to their opener and ask which site that is
 */
export function cardFrameHeaders(
  headers: Readonly<Record<string, string>>,
  frame: PageFrame | undefined,
  opensBanks: boolean,
): Readonly<Record<string, string>> {
  if (!frame) return {}
  const { hosts } = frame
  const { 'content-security-policy': strict = '' } = headers
  const added: Record<string, readonly string[]> = {
    'script-src': hosts.scripts,
    'frame-src': hosts.frames,
    'connect-src': hosts.calls,
    'trusted-types': ['default'],
  }
  const directives = strict.split('; ').map((directive) => {
    const more = added[directive.slice(0, directive.indexOf(' '))] ?? []
    return [directive, ...more].join(' ')
  })
  const wallets = ['self', ...hosts.frames.map((host) => `"${host}"`)].join(' ')
  return {
    'content-security-policy': directives.join('; '),
    'permissions-policy': always['permissions-policy'].replace('payment=()', `payment=(${wallets})`),
    ...(opensBanks && forBanks),
  }
}

/** Of HTML that an email's reader would see: styled by itself, without scripts, and shown by pages of this origin alone. */
export function frameHeaders(pages: string): Readonly<Record<string, string>> {
  const policy = `sandbox; default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self' ${pages}`
  return { 'content-security-policy': policy, 'x-frame-options': 'SAMEORIGIN' }
}

/** Of a file that others made: it can do nothing, even where a browser shows it. */
export const fileHeaders = { 'content-security-policy': "sandbox; default-src 'none'" }

const always = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
  'reporting-endpoints': `portal="${policyReportPath}"`,
}
const forBanks = { 'cross-origin-opener-policy': 'same-origin-allow-popups', 'referrer-policy': 'strict-origin' }
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
