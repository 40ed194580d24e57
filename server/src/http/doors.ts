import type { CallGroup, SessionKind, SwitchName } from '@portal/contract/call'
import type { CommonProblemName } from '@portal/contract/problem'
import type { AdminCaller, Caller, GuestCaller } from '../caller.ts'

/** What the HTTP layer needs of features and foundation. It may not import them, so `app.ts` passes it in. */
export interface Doors {
  /**
   * The caller whose live session of that kind has this cookie token, or null. With `passively`, the session is not
   * kept alive.
   */
  findCaller(kind: SessionKind, token: string, how: { passively: boolean }): Promise<Caller | null>
  /** Opens a guest session for an address, or says how many seconds to wait because too many were opened. */
  openGuestSession(
    clientAddress: string,
  ): Promise<{ ok: true; caller: GuestCaller; token: string } | { ok: false; retryAfterSeconds: number }>
  /** Records that an administrator tried to make a call of another level. */
  recordRefusal(caller: AdminCaller, path: string, origin: { clientAddress: string; requestId: string }): Promise<void>
  /** Whether a maintenance switch stops its function now (R16). */
  isSwitchedOff(name: SwitchName): Promise<boolean>
  /** The common problem to answer with for an expected failure, such as a partner's; null for a fault of our own. */
  problemOf(error: unknown): CommonProblemName | null
}

declare module 'fastify' {
  interface FastifyInstance {
    doors: Doors
    /** Whether people reach the portal by https, so that cookies are `Secure`. */
    isSecure: boolean
    /** The domain whose hosts share the cookies; undefined when only this host has them. */
    cookieDomain: string | undefined
    /** What this process serves (R28). Anything else is not found. */
    serves: ReadonlySet<'pages' | CallGroup>
  }
}
