import { createHmac } from 'node:crypto'
import type { Instant } from '@portal/contract/dates'
import type { PersonId } from '@portal/contract/ids'
import { wrongPasswordLimit, signInTexts } from '@portal/contract/sign-in-texts'
import { sql } from 'kysely'
import type { CustomerCaller } from '../../caller.ts'
import type { Db, Tx } from '../../database/connect.ts'
import { isSameName } from '../../database/sql.ts'
import type { Deps } from '../../deps.ts'
import { matchesInQueue } from './hashing.ts'
import { type KnownBrowser, findKnownBrowser } from './known-browsers.ts'
import { findWebUser } from './web-users.ts'

/** The matched hash, or the refusal in the contract's words. */
type Proof =
  | { passwordHash: string }
  | { refused: typeof signInTexts.wrongCurrentPassword | typeof signInTexts.exceededShown }

export interface GivenPassword {
  password: string
  /** The token by which their browser is known from earlier sign-ins, or null. */
  knownToken: string | null
}

/** A wrong one counts like one at sign-in; in a known browser, only there. Call it `inQueue`. */
export async function verifyPassword(
  deps: Pick<Deps, 'db' | 'clock' | 'log'>,
  { webUserId, username }: Pick<CustomerCaller, 'webUserId' | 'username'>,
  { password, knownToken }: GivenPassword,
): Promise<Proof> {
  const now = deps.clock.now()
  const user = await findWebUser(deps.db, webUserId)
  const known = await findKnownBrowser(deps.db, 'customer', { token: knownToken, username, now })
  const attempt = known ? (await countAttemptInBrowser(deps.db, known)).attempt : await countAttempt(deps.db, webUserId)
  const isRight = await matchesInQueue(user?.passwordHash ?? null, password)
  if (!user || !attempt.isAllowed) return { refused: signInTexts.exceededShown }
  if (isRight) {
    await (known ? forgiveAttemptsInBrowser(deps.db, known) : forgiveAttempts(deps.db, webUserId))
    return { passwordHash: user.passwordHash }
  }
  if (attempt.made < wrongPasswordLimit) return { refused: signInTexts.wrongCurrentPassword }
  if (!known && (await lockWhenUsedUp(deps.db, webUserId, now))) {
    deps.log.warn({ event: 'login-locked', webUser: webUserId }, 'Online account locked after too many wrong passwords')
  }
  return { refused: signInTexts.exceededShown }
}

/** Wrong passwords (C§9) are counted before the comparison, so that attempts at one moment never exceed the limit. */

/** `made` counts since the last right password, including this one. */
export type PasswordAttempt = { isAllowed: true; made: number } | { isAllowed: false }

/** Not allowed when the login is locked or all attempts are used up. */
export async function countAttempt(db: Db | Tx, webUserId: number): Promise<PasswordAttempt> {
  const taken = await db
    .updateTable('web_user')
    .set((set) => ({ wrong_passwords: set('wrong_passwords', '+', 1) }))
    .where('id', '=', webUserId)
    .where('locked_at', 'is', null)
    .where('wrong_passwords', '<', wrongPasswordLimit)
    .returning('wrong_passwords')
    .executeTakeFirst()
  return taken ? { isAllowed: true, made: taken.wrong_passwords } : { isAllowed: false }
}

export async function forgiveAttempts(db: Db | Tx, webUserId: number): Promise<void> {
  await db.updateTable('web_user').set({ wrong_passwords: 0 }).where('id', '=', webUserId).execute()
}

/** Until a new password is set. False when this call did not lock it. */
export async function lockWhenUsedUp(db: Db | Tx, webUserId: number, now: Instant): Promise<boolean> {
  const locked = await db
    .updateTable('web_user')
    .set({ locked_at: now })
    .where('id', '=', webUserId)
    .where('locked_at', 'is', null)
    .where('wrong_passwords', '>=', wrongPasswordLimit)
    .executeTakeFirst()
  return locked.numUpdatedRows === 1n
}

export interface LoginUser {
  id: number
  personId: PersonId
  username: string
  passwordHash: string
}

/** Counts unknown names alike, so that answers and times are the same. A power cut may lose the last counts. */
export async function countAttemptByName(
  db: Db | Tx,
  { username, nameDigest: digest, now }: { username: string; nameDigest: Buffer; now: Instant },
): Promise<{ user: LoginUser | null; attempt: PasswordAttempt }> {
  const { rows } = await sql<Partial<LoginUser> & { made: number | null }>`
    with found as (
      select id, person_id, username, password_hash from web_user where ${isSameName('username', username)}
    ), taken as (
      update web_user set wrong_passwords = wrong_passwords + 1 from found
      where web_user.id = found.id and locked_at is null and wrong_passwords < ${wrongPasswordLimit}::integer
      returning wrong_passwords as made
    ), unknown as (
      insert into unknown_login (name_digest, wrong_passwords, tried_at)
      select ${digest}::bytea, 1, ${now}::timestamptz where not exists (select from found)
      on conflict (name_digest) do update set wrong_passwords = unknown_login.wrong_passwords + 1, tried_at = excluded.tried_at
      returning wrong_passwords as made
    )
    select found.id, found.person_id as "personId", found.username, found.password_hash as "passwordHash",
      coalesce(taken.made, unknown.made) as made
    from set_config('synchronous_commit', 'off', true) left join found on true left join taken on true left join unknown on true`.execute(
    db,
  )
  const { made = null, ...user } = rows[0] ?? {}
  const attempt: PasswordAttempt =
    made !== null && made <= wrongPasswordLimit ? { isAllowed: true, made } : { isAllowed: false }
  return { user: isSomebody(user) ? user : null, attempt }
}

function isSomebody(user: Partial<LoginUser>): user is LoginUser {
  return typeof user.id === 'number'
}

export async function countAttemptInBrowser(
  db: Db,
  { id }: KnownBrowser,
): Promise<{ user: LoginUser | null; attempt: PasswordAttempt }> {
  const { rows } = await sql<LoginUser & { made: number | null }>`
    with taken as (
      update known_browser set wrong_passwords = wrong_passwords + 1
      where id = ${id}::bigint and wrong_passwords < ${wrongPasswordLimit}::integer returning wrong_passwords as made)
    select web_user.id, person_id as "personId", username, password_hash as "passwordHash", made
    from known_browser join web_user on web_user.id = web_user_id left join taken on true
    where known_browser.id = ${id}::bigint`.execute(db)
  const [found] = rows
  if (!found) return { user: null, attempt: { isAllowed: false } }
  const { made, ...user } = found
  return { user, attempt: made === null ? { isAllowed: false } : { isAllowed: true, made } }
}

export async function forgiveAttemptsInBrowser(db: Db, { id }: KnownBrowser): Promise<void> {
  await db.updateTable('known_browser').set({ wrong_passwords: 0 }).where('id', '=', id).execute()
}

/** Regardless of case. The name itself is not kept: people type passwords into that field. */
export function nameDigest({ config }: { config: Pick<Deps['config'], 'LINK_SECRET'> }, name: string): Buffer {
  return createHmac('sha256', config.LINK_SECRET)
    .update(`name ${caseless(name)}`)
    .digest()
}

/** Spellings that `isSameName` takes as one share their attempts. JavaScript turns a word's last sigma into another. */
function caseless(name: string): string {
  return name.toLowerCase().replaceAll('ς', 'σ')
}
