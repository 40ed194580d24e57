import { idleTimes } from '@portal/contract/sign-in-texts'
import { paths } from '#paths.ts'
import { lastActivity } from '../idle/activity.ts'
import { storedWork, storeWork } from '../storage/console-storage.ts'
import { readHint } from '../storage/hints.ts'

/**
 * Remembers in this tab which view of the console an administrator's session ended in, for their next login (decision
 * 038). The phoned-in cart stays for as long as it takes to log in again; nobody may be there any more to whom it means
 * something when the administrator was idle, or has logged out in another tab. To be called before the hints are cleared.
 */
export function rememberPlace(): void {
  const adminId = readHint('adminId')
  if (adminId === null || isLongAgo(lastActivity())) storeWork('phonedIn', null)
  if (adminId === null || location.pathname !== paths.adminDashboard) return
  const view = new URLSearchParams(location.search).get('view') ?? ''
  storeWork('place', `${adminId} ${Date.now()} ${view}`)
}

/**
 * The query of the view in which the session of this administrator ended in this tab, once; empty when there is none. A
 * cart that was left longer than fifteen minutes ago is forgotten.
 */
export function takePlace(adminId: string | null): string {
  const [whose, at, view] = storedWork('place')?.split(' ') ?? []
  storeWork('place', null)
  if (whose !== adminId || isLongAgo(Number(at))) storeWork('phonedIn', null)
  return view && whose === adminId ? `?view=${encodeURIComponent(view)}` : ''
}

function isLongAgo(time: number): boolean {
  return Date.now() - time >= idleTimes.logoutSeconds * 1000
}
