import type { HintName } from './hints.ts'

/** A kind of login, as watching over it needs it. */
export interface WatchedSession {
  /** After so long without activity the person is asked; the address of the moment may say when. */
  readonly promptSeconds: () => number
  /** Asks the server how long the session still lives; asking does not extend it. */
  readonly read: () => Promise<{ readonly secondsLeft: number }>
  /** Tells the server that the person is still there. */
  readonly keep: () => Promise<unknown>
  /** The hint that goes when this login ends, by which the other tabs notice. */
  readonly hint: HintName
  /** The session has ended without this tab's doing. */
  readonly onEnded: () => void
  /** Nobody is there any more. */
  readonly onIdle: () => Promise<void>
  /** The person wants to leave now. */
  readonly onLeave: () => Promise<void>
}
