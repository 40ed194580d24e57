import { z } from 'zod'

/** The ways the catcher can be made to misbehave, for tests and for trying things out. */
export const Faults = z.strictObject({
  /** Turns every client away with 421, as a server that is shutting down does. */
  down: z.boolean(),
  /** Waits this long before it accepts a mail. */
  slowMilliseconds: z.number().int().min(0).max(600_000),
  /** Answers 550 for this recipient. */
  refusedRecipient: z.string().nullable(),
  /** The text of that answer. */
  refusal: z.string(),
})
export type Faults = z.infer<typeof Faults>

export const noFaults: Faults = { down: false, slowMilliseconds: 0, refusedRecipient: null, refusal: 'No such mailbox' }
