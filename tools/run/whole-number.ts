import { z } from 'zod'

/**
 * A number of 1 or more, as typed after an option such as `--seeds 20000`. Anything else fails: `20k` must not become a
 * run of nothing, which would find no fault.
 */
export const WholeNumber = z.coerce.number().int().min(1)
