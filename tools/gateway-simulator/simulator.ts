import type { Arrivals } from './arrivals.ts'
import type { Doorkeeper } from './authenticate.ts'
import type { Books } from './books.ts'
import type { FaultQueue } from './faults.ts'
import type { GatewayCredentials } from './options.ts'
import type { SimulatorSettings } from './settings.ts'
import type { AccountTime } from './time.ts'

/** What every part of a running simulator shares. */
export interface Simulator {
  credentials: GatewayCredentials
  books: Books
  doorkeeper: Doorkeeper
  faults: FaultQueue
  arrivals: Arrivals
  /** Changed in place by the control port. */
  settings: SimulatorSettings
  time: AccountTime
  searchPageRows: number
  now: () => number
  /** Aborts when the simulator closes. */
  closing: AbortSignal
  /** Reports something that must not happen, such as books that cannot be written. */
  fail: (error: unknown) => void
}
