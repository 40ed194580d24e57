import { sayWhatIsWrong } from '@portal/contract/input-texts'
import type { z } from 'zod'
import type { FormErrors } from './error-summary.tsx'
import type { Rule } from './use-form.ts'

// Apart from the fields, because a page that logs people in needs no schema.

/** From the call's own schema. */
export function rule(schema: z.ZodType): Rule {
  return (value) => schema.safeParse(value, { error: sayWhatIsWrong }).error?.issues[0]?.message
}

/** By the names of the schema’s fields. */
export function rulesOf<Name extends string>(shape: Readonly<Record<Name, z.ZodType>>): Readonly<Record<Name, Rule>>
export function rulesOf(shape: Readonly<Record<string, z.ZodType>>): Readonly<Record<string, Rule>> {
  return Object.fromEntries(Object.entries(shape).map(([name, schema]) => [name, rule(schema)]))
}

/** The first message of each field in error. */
export function checkBySchema(schema: z.ZodType): (values: object) => FormErrors {
  return (values) => {
    const errors: Record<string, string> = {}
    const { error } = schema.safeParse(values, { error: sayWhatIsWrong })
    for (const { path, message } of error?.issues ?? []) errors[path.join('.')] ??= message
    return errors
  }
}
