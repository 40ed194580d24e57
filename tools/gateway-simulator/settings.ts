import { z } from 'zod'

/** How the simulator behaves until told otherwise. */
export const SimulatorSettings = z.object({
  /** A row can be found by a search only so many milliseconds after it was written. */
  searchLagMilliseconds: z.number().int().min(0),
  /** The search answers 503. */
  searchOutage: z.boolean(),
  /** An approval whose reply could not be delivered is taken back. */
  reverseOnHangUp: z.boolean(),
  /** The bank approves half of what is asked, with code 111. */
  partialApproval: z.boolean(),
})
export type SimulatorSettings = z.infer<typeof SimulatorSettings>

export const firstSettings: SimulatorSettings = {
  searchLagMilliseconds: 0,
  searchOutage: false,
  reverseOnHangUp: false,
  partialApproval: false,
}
