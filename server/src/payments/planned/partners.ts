import type { AccountNumber, PersonId } from '@portal/contract/ids'
import type { Db, Tx } from '../../database/connect.ts'
import type { Deps } from '../../deps.ts'
import { profileFor } from '../../messages/language.ts'
import type { Engine } from '../engine.ts'

/** Null when the person has none: then nobody can be told, and nothing is charged. */
export async function addressOf(engine: Engine, personId: PersonId): Promise<string | null> {
  const person = await engine.billing.findPerson(personId)
  return person?.emailAddress ?? null
}

/** To whom, and in which language. @param recipient from `addressOf` */
export async function aboutPerson(
  engine: Engine,
  personId: PersonId,
  recipient: string,
  db: Db | Tx = engine.db,
): Promise<About> {
  return { profile: await profileFor(db, engine.profile, { personId }), publicUrl: engine.publicUrl, recipient }
}

/** With the places of the accounts that are charged. @throws BillingSystemDown */
export async function aboutCharges(
  engine: Engine,
  personId: PersonId,
  recipient: string,
  accounts: readonly AccountNumber[],
): Promise<About> {
  const found = await engine.billing.balances(accounts)
  const places = new Map(found.map(({ accountId, serviceLocation }) => [accountId, serviceLocation]))
  return { ...(await aboutPerson(engine, personId, recipient)), places }
}

/** Whom an email is to, and about which utility. */
export interface About {
  profile: Deps['profile']
  publicUrl: string
  recipient: string
  /** The service location of each account that a charge is of. */
  places?: ReadonlyMap<string, string>
}
