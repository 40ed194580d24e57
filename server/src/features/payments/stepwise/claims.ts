import type { CheckoutPublicId } from '@portal/contract/ids'
import type { Client } from './stepwise-deps.ts'

/** What a client says beside what is recorded, by the names of the call's body. */
export type Claims = Readonly<Record<string, { said: string; recorded: string }>>

/** The names under which a client says something else than the records do. */
export function differences(claims: Claims): string[] {
  return Object.entries(claims).flatMap(([name, { said, recorded }]) => (said === recorded ? [] : [name]))
}

/**
 * Notes that a client told us something of a payment that is not so: a mistake of its own, or somebody trying. The log
 * names the fields, never what was said.
 */
export function noteDifferences(
  { session, log }: Client,
  about: { call: string; checkout: CheckoutPublicId; fields: string[] },
): void {
  log.warn({ security: true, session: session.id, ...about }, 'A client says what is not recorded')
}
