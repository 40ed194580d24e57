import type { ServerResponse } from 'node:http'
import { z } from 'zod'
import type { Doorkeeper } from './authenticate.ts'
import type { Books } from './books.ts'
import type { GatewayCredentials } from './credentials.ts'
import type { FaultQueue } from './faults.ts'

export interface Simulator {
  credentials: GatewayCredentials
  books: Books
  doorkeeper: Doorkeeper
  faults: FaultQueue
  arrivals: Arrivals
  settings: SimulatorSettings
  time: AccountTime
  searchPageRows: number
  now: () => number
  closing: AbortSignal
  /** Reports something that must not happen, such as books that cannot be written. */
  fail: (error: unknown) => void
}

/** How the simulator behaves until told otherwise. */
export const SimulatorSettings = z.object({
  /** How many milliseconds pass after a row was written until a search finds it. */
  searchLagMilliseconds: z.number().int().min(0),
  /** The search answers 503. */
  searchOutage: z.boolean(),
  /** The report answers 503. */
  reportOutage: z.boolean(),
  /** Takes an approval back when its reply could not be delivered. */
  reverseOnHangUp: z.boolean(),
  /** The bank approves half of what is asked, with code 111. */
  partialApproval: z.boolean(),
  /** In addition to midnight, in the account's time zone. Nothing in a closed batch can be voided. */
  batchCutOffs: z.array(z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/)),
  /** For how many minutes after an approval the same type, card and amount are refused (EXact 63); 0 for never. */
  denyDuplicatesMinutes: z.number().min(0),
})
export type SimulatorSettings = z.infer<typeof SimulatorSettings>

export const firstSettings: SimulatorSettings = {
  searchLagMilliseconds: 0,
  searchOutage: false,
  reportOutage: false,
  reverseOnHangUp: false,
  partialApproval: false,
  batchCutOffs: ['10:00', '15:00'],
  denyDuplicatesMinutes: 0,
}

/** One correctly signed purchase request, whatever became of it. */
export interface Arrival {
  reference: string
  /** Milliseconds from the end of the request to the end of the reply or of the connection; null until then. */
  milliseconds: number | null
}

/** Every purchase requested since the start, including those that never reached the books. */
export class Arrivals {
  readonly #all: Arrival[] = []

  /** Records a request, and when its reply was sent or its connection was lost. */
  note(reference: string, response: ServerResponse): void {
    const began = performance.now()
    const arrival: Arrival = { reference, milliseconds: null }
    this.#all.push(arrival)
    response.once('close', () => (arrival.milliseconds = performance.now() - began))
  }

  list(): readonly Arrival[] {
    return this.#all
  }
}

/** The two ways the gateway prints a time, both in the time zone of its account. */
interface AccountTime {
  /** `2026-01-31 14:05:06`: sortable as text; searches compare with it. */
  sortable(instant: number): string
  /** `31 Jan 26 14:05:06`, of the printed record. */
  printed(instant: number): string
}

export function accountTime(timeZone: string): AccountTime {
  // Creating a formatter is slow; using it is not.
  const formatter = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  return {
    sortable: (instant) => formatter.format(instant),
    printed: (instant) => {
      const [date = '', time = ''] = formatter.format(instant).split(' ')
      const [year = '', month = '', day = ''] = date.split('-')
      return `${day} ${monthNames[Number(month) - 1] ?? ''} ${year.slice(2)} ${time}`
    },
  }
}

const monthNames = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')
