import type { HintName } from './storage/hints.ts'

/** A customer's or an administrator's session, as `LiveSession` needs it. */
export interface WatchedSession {
  /** How long without activity until the person is asked; read each time, because the address may change it. */
  readonly promptSeconds: () => number
  /** Activity while the person is being asked is as good as an answer. */
  readonly activityIsAnswer?: boolean
  /** Asks the server how long the session has left; this does not extend it. */
  readonly read: () => Promise<{ readonly secondsLeft: number }>
  /** Tells the server that the person is still there. */
  readonly keep: () => Promise<unknown>
  /** The hint that says whose session it is, and is removed when it ends, by which other tabs notice. */
  readonly hint: HintName
  /** Called when the session has ended elsewhere. */
  readonly onEnded: () => void
  /** Called when nobody is there any more. */
  readonly onIdle: () => Promise<void>
  /** Called when the person chooses to log out now. */
  readonly onLeave: () => Promise<void>
}
