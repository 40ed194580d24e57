const probe = 'portal-probe=1'

/**
 * Whether the browser keeps a cookie of this site. Scripts cannot see the sessions' own cookies, and
 * `navigator.cookieEnabled` may be true where only this site's are refused, so one is set, read and removed.
 */
export function takesCookies(): boolean {
  try {
    document.cookie = `${probe}; Path=/; SameSite=Lax`
    const isKept = document.cookie.split('; ').includes(probe)
    document.cookie = `${probe}; Path=/; SameSite=Lax; Max-Age=0`
    return isKept
  } catch {
    return false
  }
}
