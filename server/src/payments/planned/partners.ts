import type { AccountNumber, PersonId } from '@portal/contract/ids'
import type { Db, Tx } from '../../database/connect.ts'
import type { Deps } from '../../deps.ts'
import { profileFor } from '../../messages/language.ts'
import type { Engine } from '../engine.ts'

/** What AutoPay works with. */
export interface AutopayParts {
  deps: Pick<Deps, 'db' | 'billing' | 'clock' | 'profile'>
  engine: Engine
  /** Whether System Maintenance has stopped the run. */
  isStopped: () => Promise<boolean>
}

/** To change agreements. */
export type AgreementParts = Pick<AutopayParts, 'deps' | 'engine'>

/** To know the day, and what is recorded. */
export interface DayParts {
  deps: Pick<Deps, 'db' | 'clock' | 'profile'>
}

/** Null when the person has none: then nobody can be told, and nothing is charged. */
export async function addressOf({ deps }: AgreementParts, personId: PersonId): Promise<string | null> {
  const person = await deps.billing.findPerson(personId)
  return person?.emailAddress ?? null
}

/** To whom, and in which language. @param recipient from `addressOf` */
export async function aboutPerson(
  { deps, engine }: AgreementParts,
  personId: PersonId,
  recipient: string,
  db: Db | Tx = deps.db,
): Promise<About> {
  return { profile: await profileFor(db, deps.profile, { personId }), publicUrl: engine.publicUrl, recipient }
}

/** With the places of the accounts that are charged. @throws BillingSystemDown */
export async function aboutCharges(
  parts: AgreementParts,
  personId: PersonId,
  recipient: string,
  accounts: readonly AccountNumber[],
): Promise<About> {
  const found = await parts.deps.billing.balances(accounts)
  const places = new Map(found.map(({ accountId, serviceLocation }) => [accountId, serviceLocation]))
  return { ...(await aboutPerson(parts, personId, recipient)), places }
}

/** Whom an email is to, and about which utility. */
export interface About {
  profile: Deps['profile']
  publicUrl: string
  recipient: string
  /** The service location of each account that a charge is of. */
  places?: ReadonlyMap<string, string>
}
