import { sayWhatIsWrong } from '@portal/contract/input-texts'
import type { z } from 'zod'
import type { Rule } from './use-form.ts'

/** From the call's own schema. Apart from the fields, because a page that logs people in needs no schema. */
export function rule(schema: z.ZodType): Rule {
  return (value) => schema.safeParse(value, { error: sayWhatIsWrong }).error?.issues[0]?.message
}
