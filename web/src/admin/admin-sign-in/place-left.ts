import { idleTimes } from '@portal/contract/sign-in-texts'
import { storedWork, storeWork } from '#session/storage/console-storage.ts'

/**
 * The query of the view in which the session of this administrator ended in this tab, once; empty when there is none
 * (docs/readings.md). A cart that was left longer than fifteen minutes ago, or by somebody else, is forgotten.
 */
export function takePlace(adminId: string | null): string {
  const [whose, at, view] = storedWork('place')?.split(' ') ?? []
  storeWork('place', null)
  const isLongAgo = Date.now() - Number(at) >= idleTimes.logoutSeconds * 1000
  if (whose !== adminId || isLongAgo) storeWork('phonedIn', null)
  return view && whose === adminId ? `?view=${encodeURIComponent(view)}` : ''
}
