import type { Problem } from '@portal/contract/problem'
import type { z } from 'zod'

/** A part of a request that does not fit the contract. */
export class InvalidInput extends Error {
  override readonly name = 'InvalidInput'
  readonly part: 'params' | 'query' | 'headers' | 'body'
  readonly errors: NonNullable<Problem['errors']>

  constructor(part: InvalidInput['part'], error: z.ZodError) {
    super(`The ${part} of the request did not fit the contract`)
    this.part = part
    this.errors = fieldErrors(error)
  }
}

/** One message for each wrong field, in the contract's words. They never repeat what was entered. */
function fieldErrors(error: z.ZodError): NonNullable<Problem['errors']> {
  const messages = new Map<string, string>()
  for (const issue of error.issues) {
    const field = issue.path.map(String).join('.')
    if (!messages.has(field)) messages.set(field, issue.message)
  }
  return [...messages].map(([field, message]) => ({ field, message }))
}
