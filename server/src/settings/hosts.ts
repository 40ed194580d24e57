import type { CallGroup } from '@portal/contract/call'
import { getDomain } from 'tldts'
import { isThisMachine } from '../adapters/settings.ts'

/** The settings for groups of calls that have their own hosts (R28). */
interface HostSettings {
  readonly PUBLIC_URL: string
  readonly GENERAL_URL?: string | undefined
  readonly DASHBOARD_URL?: string | undefined
  readonly PAY_NOW_URL?: string | undefined
  readonly ADMIN_URL?: string | undefined
  readonly WEB_ORIGINS: readonly string[]
  readonly COOKIE_DOMAIN?: string | undefined
}

/** Where the calls of each group go that has its own origin. */
export function callOrigins(settings: HostSettings): Partial<Record<CallGroup, string>> {
  const { GENERAL_URL, DASHBOARD_URL, PAY_NOW_URL, ADMIN_URL } = settings
  return {
    ...(GENERAL_URL && { general: GENERAL_URL }),
    ...(DASHBOARD_URL && { dashboard: DASHBOARD_URL }),
    ...(PAY_NOW_URL && { 'pay-now': PAY_NOW_URL }),
    ...(ADMIN_URL && { admin: ADMIN_URL }),
  }
}

/** Why browsers would not accept these hosts, in words; empty when they would. */
export function whyHostsCannotWork(settings: HostSettings): string[] {
  const { PUBLIC_URL, WEB_ORIGINS, COOKIE_DOMAIN } = settings
  const otherThanPublic = (origins: readonly string[]) =>
    [...new Set(origins)].filter((origin) => origin !== PUBLIC_URL)
  const called = otherThanPublic(Object.values(callOrigins(settings)))
  const others = otherThanPublic([...called, ...WEB_ORIGINS])
  const origins = [PUBLIC_URL, ...others]
  const wrong: string[] = []
  if (others.length > 0) wrong.push(...origins.flatMap((origin) => whyUnsafe(origin, PUBLIC_URL)))
  if (called.length > 0 && !WEB_ORIGINS.includes(PUBLIC_URL)) {
    wrong.push(`WEB_ORIGINS must name ${PUBLIC_URL} (PUBLIC_URL), because its pages make calls to ${called.join(', ')}`)
  }
  return [...wrong, ...whySessionsAreNotShared(origins.map(hostOf), COOKIE_DOMAIN)]
}

function whyUnsafe(origin: string, publicUrl: string): string[] {
  if (new URL(origin).protocol !== new URL(publicUrl).protocol) {
    return [`${origin} and ${publicUrl} (PUBLIC_URL) must both begin with https:`]
  }
  if (origin.startsWith('https:') || isThisMachine(hostOf(origin))) return []
  return [`${origin} must begin with https:, because its cookies are for several hosts`]
}

function whySessionsAreNotShared(hosts: readonly string[], domain: string | undefined): string[] {
  const isOneHost = new Set(hosts).size === 1
  if (!domain) {
    return isOneHost ? [] : [`COOKIE_DOMAIN is missing: ${hosts.join(', ')} need a domain above them to share sessions`]
  }
  if (isOneHost) return ['COOKIE_DOMAIN is only for several hosts: with one, its cookies are best left to it alone']
  // Browsers refuse cookies for domains under which strangers have hosts, such as co.uk or gov.gu.
  if (getDomain(domain, { allowPrivateDomains: true }) === null) {
    return [`COOKIE_DOMAIN ${domain} is a public suffix, so browsers reject cookies for it`]
  }
  const outside = hosts.filter((host) => host !== domain && !host.endsWith(`.${domain}`))
  return outside.map((host) => `${host} is not in COOKIE_DOMAIN ${domain}, so it would not get cookies`)
}

function hostOf(origin: string): string {
  return new URL(origin).hostname
}
