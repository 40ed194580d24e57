import type { CheckoutPublicId } from '@portal/contract/ids'
import type { Client } from './stepwise-deps.ts'

/** A client's claims next to what is recorded, by field name of the call's body. */
type Claims = Readonly<Record<string, { said: string; recorded: string }>>

/** The names of the fields in which a client's claim differs from the records. */
export function differences(claims: Claims): string[] {
  return Object.entries(claims).flatMap(([name, { said, recorded }]) => (said === recorded ? [] : [name]))
}

/**
 * Logs a security event: a client claims something about a payment that is not so, by mistake or on purpose. The log
 * names the fields, never the claims.
 */
export function noteDifferences(
  { session, log }: Client,
  about: { call: string; checkout: CheckoutPublicId; fields: string[] },
): void {
  log.warn({ security: true, session: session.id, ...about }, 'A client claims what the records do not show')
}
