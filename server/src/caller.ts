import type { AdminLevel } from '@portal/contract/admin-levels'
import type { Instant } from '@portal/contract/dates'
import type { PersonId } from '@portal/contract/ids'

/** They may pay the accounts that they have found (C§2.6). */
export interface GuestCaller {
  id: number
  kind: 'guest'
}

export interface Visitor {
  session: GuestCaller
  clientAddress: string
  requestId: string
}

export interface CustomerCaller {
  id: number
  kind: 'customer'
  webUserId: number
  personId: PersonId
  username: string
  /** Staff have set the password, and the customer has not chosen another one yet. */
  mustChangePassword: boolean
  /** When the session ends if it is not used again. */
  endsAt: Instant
}

/** With the level they have at the time of this call. */
export interface AdminCaller {
  id: number
  kind: 'admin'
  adminUserId: number
  /** As staff should see it (`visibleAdminName`). */
  username: string
  level: AdminLevel
  /** Somebody else has set the password, and the administrator has not chosen another one yet. */
  mustChangePassword: boolean
  endsAt: Instant
}

/** The live session of one browser and the user it belongs to (R5). */
export type Caller = GuestCaller | CustomerCaller | AdminCaller
