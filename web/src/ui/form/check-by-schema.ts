import { sayWhatIsWrong } from '@portal/contract/input-texts'
import type { z } from 'zod'

/** By field. */
export type FormErrors = Readonly<Record<string, string>>

/** The check gives the first message of each field in error. */
export function checkBySchema(schema: z.ZodType): (values: object) => FormErrors {
  return (values) => {
    const errors: Record<string, string> = {}
    const { error } = schema.safeParse(values, { error: sayWhatIsWrong })
    for (const { path, message } of error?.issues ?? []) errors[path.join('.')] ??= message
    return errors
  }
}
