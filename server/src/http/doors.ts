import type { CallGroup, SessionKind, SwitchName } from '@portal/contract/call'
import type { CommonProblemName } from '@portal/contract/problem'
import type { AdminCaller, Caller, GuestCaller } from '../caller.ts'

/** What the HTTP layer needs of features and foundation, which it may not import: `app.ts` hands it in. */
export interface Doors {
  /** The caller whose live session of that kind has this cookie token, or null; `passively` does not keep it alive. */
  findCaller(kind: SessionKind, token: string, how: { passively: boolean }): Promise<Caller | null>
  /** Opens a guest session for an address, or says how many seconds to wait because too many were opened. */
  openGuestSession(
    clientAddress: string,
  ): Promise<{ ok: true; caller: GuestCaller; token: string } | { ok: false; retryAfterSeconds: number }>
  /** Records that an administrator tried a call of another level. */
  recordRefusal(caller: AdminCaller, path: string, origin: { clientAddress: string; requestId: string }): Promise<void>
  /** Whether a maintenance switch stops its function now (R16). */
  isSwitchedOff(name: SwitchName): Promise<boolean>
  /** The common problem that an expected failure, such as a partner's, is shown as; null for a fault of our own. */
  problemOf(error: unknown): CommonProblemName | null
}

declare module 'fastify' {
  interface FastifyInstance {
    doors: Doors
    /** People reach the portal by https, so cookies are `Secure`. */
    isSecure: boolean
    /** The domain whose hosts share the cookies; undefined when they are this host's alone. */
    cookieDomain: string | undefined
    /** What this process serves (R28); anything else is not found. */
    serves: ReadonlySet<'pages' | CallGroup>
  }
}
