import type { AccountNumber, PersonId } from '@portal/contract/ids'
import type { Deps } from '../../deps.ts'
import { profileFor } from '../../messages/language.ts'
import type { Engine } from '../engine.ts'

/** Whom an email is to, in which language, and about which utility. */
export interface About {
  profile: Deps['profile']
  publicUrl: string
  recipient: string
  /** The service location of each account that is charged. */
  places: ReadonlyMap<string, string>
}

/** Null without an address: then nobody can be told, and nothing is charged. @throws BillingSystemDown */
export async function aboutPerson(
  { billing, db, profile: own, publicUrl }: Engine,
  personId: PersonId,
  accounts: readonly AccountNumber[] = [],
): Promise<About | null> {
  const recipient = (await billing.findPerson(personId))?.emailAddress ?? null
  if (recipient === null) return null
  const found = accounts.length === 0 ? [] : await billing.balances(accounts)
  const places = new Map(found.map(({ accountId, serviceLocation }) => [accountId, serviceLocation]))
  return { profile: await profileFor(db, own, { personId }), publicUrl, recipient, places }
}
