import { z } from 'zod'

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
  /**
   * When batches are closed in addition to midnight, in the time zone of the account. Nothing in a closed batch can be
   * voided.
   */
  batchCutOffs: z.array(z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/)),
  /** Every batch counts as closed, whatever the time. */
  everyBatchIsClosed: z.boolean(),
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
  everyBatchIsClosed: false,
  denyDuplicatesMinutes: 0,
}
