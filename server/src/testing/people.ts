import type { AdminLevel } from '@portal/contract/admin-levels'
import { AccountNumber, PersonId } from '@portal/contract/ids'
import { answerToCompare } from '@portal/contract/sign-in-texts'
import type { Deps } from '../deps.ts'
import { insertWebUser } from '../foundation/credentials/web-users.ts'
import { grantAccess } from '../foundation/sessions/accounts.ts'
import { openSession } from '../foundation/sessions/session.ts'
import { addAdmin } from './administrators.ts'
import { cheapHash } from './hash.ts'

/** What a test may choose for a customer who has signed in. */
export interface TestCustomer {
  /** The person in the billing system. The person of `addTestAccount` has the number of its account. */
  person?: string
  username?: string
  /** The customer's accounts, as signing in would have found them. */
  accounts?: readonly string[]
}

let made = 0

/**
 * Enrols the customer, unless the person has enrolled already, and signs in.
 * @returns the session's token
 */
export async function signInCustomer(
  deps: Pick<Deps, 'db' | 'clock'>,
  { person, username, accounts = [] }: TestCustomer = {},
): Promise<string> {
  made += 1
  const now = deps.clock.now()
  const user = await deps.db
    .insertInto('web_user')
    .values({
      person_id: PersonId.parse(person ?? String(7_000_000_000 + made)),
      username: username ?? `customer${made}`,
      password_hash: 'nobody gets in with this',
      security_question_id: 1,
      security_answer_hash: 'nobody answers this',
      locked_at: null,
      created_at: now,
      password_changed_at: now,
      question_changed_at: now,
      signed_in_at: now,
    })
    .onConflict((again) => again.column('person_id').doUpdateSet({ signed_in_at: now }))
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id, token } = await openSession(deps, { kind: 'customer', webUserId: user.id })
  for (const account of accounts) await grantAccess(deps.db, id, AccountNumber.parse(account), now)
  return token
}

/** A customer who can sign in, with what they would type. */
export interface EnrolledCustomer {
  webUserId: number
  personId: PersonId
  username: string
  password: string
  /** The answer to 'What was the name of your first school?'. */
  answer: string
}

/** The password of all test customers. */
const password = 'Talofofo-1671'
const answer = 'Price Elementary'
let hashes: Promise<[password: string, answer: string]> | null = null

/** Enrols a customer, as sign-up would, without signing in. */
export async function enrolCustomer(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { person, username }: Pick<TestCustomer, 'person' | 'username'> = {},
): Promise<EnrolledCustomer> {
  made += 1
  hashes ??= Promise.all([cheapHash(password), cheapHash(answerToCompare(answer))])
  const [passwordHash, answerHash] = await hashes
  const chosen = {
    personId: PersonId.parse(person ?? String(7_000_000_000 + made)),
    username: username ?? `customer${made}`,
  }
  const user = { ...chosen, passwordHash, securityQuestionId: 1, answerHash }
  const webUserId = await insertWebUser(db, user, clock.now())
  if (webUserId === 'taken') throw new Error(`There is a customer ${chosen.username} or ${chosen.personId} already`)
  return { webUserId, ...chosen, password, answer }
}

/**
 * Creates an administrator of that level and signs in.
 * @returns the session's token
 */
export async function signInAdministrator(deps: Pick<Deps, 'db' | 'clock'>, level: AdminLevel): Promise<string> {
  made += 1
  const adminUserId = await addAdmin(deps, `admin${made}`, level)
  const { token } = await openSession(deps, { kind: 'admin', adminUserId })
  return token
}
