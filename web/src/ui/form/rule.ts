import { sayWhatIsWrong } from '@portal/contract/input-texts'
import type { z } from 'zod'
import type { Rule } from './use-form.ts'

/**
 * The rule of a field, from the schema that the call itself has for it. Apart from the fields, because a page that logs
 * people in needs no schema.
 */
export function rule(schema: z.ZodType): Rule {
  return (value) => schema.safeParse(value, { error: sayWhatIsWrong }).error?.issues[0]?.message
}
