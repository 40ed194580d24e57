import { z } from 'zod'

/**
 * A number from 1 on as it is typed after an option, such as `--seeds 20000`. Anything else fails: `20k` must not become
 * a run of nothing that finds no fault.
 */
export const WholeNumber = z.coerce.number().int().min(1)
