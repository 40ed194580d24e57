import type { CallGroup, SessionKind, SwitchName } from '@portal/contract/call'
import type { AdminCaller, Caller, GuestCaller } from '../caller.ts'
import type { Refusal } from '../refusal.ts'

/** Of features and foundation, which this layer may not import; `app.ts` passes it in. */
export interface Doors {
  /** By the cookie of a live session, or null. `passively`: the session is not kept alive. */
  findCaller(kind: SessionKind, token: string, how: { passively: boolean }): Promise<Caller | null>
  /** @throws Refusal when too many were opened for the address */
  openGuestSession(clientAddress: string): Promise<{ caller: GuestCaller; token: string }>
  recordRefusal(caller: AdminCaller, path: string, origin: { clientAddress: string; requestId: string }): Promise<void>
  /** Now (R16). */
  isSwitchedOff(name: SwitchName): Promise<boolean>
  /** For an expected failure, such as a partner's or an outage; null for a fault of our own. */
  refusalOf(error: unknown): Refusal | null
}

declare module 'fastify' {
  interface FastifyInstance {
    doors: Doors
    /** People reach the portal by https, so cookies are `Secure`. */
    isSecure: boolean
    /** Its hosts share the cookies; undefined when only this host has them. */
    cookieDomain: string | undefined
    /** By this process (R28); anything else is not found. */
    serves: ReadonlySet<'pages' | CallGroup>
  }
}
