import { wrongPasswordLimit } from '@portal/contract/credential-texts'
import type { Instant } from '@portal/contract/dates'
import type { PersonId } from '@portal/contract/ids'
import { sql } from 'kysely'
import type { Db, Tx } from '../../database/connect.ts'
import { isSameName } from '../../database/same-name.ts'

/**
 * Counts wrong passwords (C§9). A guess is counted before the password is compared and taken back when it was right, so
 * that guesses made at the same moment, by however many processes, never exceed the limit.
 */

/** Whether a guess was left, and how many have been made since the last right password, including this one. */
export type Guess = { isAllowed: true; made: number } | { isAllowed: false }

/** Takes one guess at a customer's password. It is not allowed when the login is locked or all guesses are used up. */
export async function takeGuess(db: Db | Tx, webUserId: number): Promise<Guess> {
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

/** Resets the count, because the password was right. */
export async function forgiveGuesses(db: Db | Tx, webUserId: number): Promise<void> {
  await db.updateTable('web_user').set({ wrong_passwords: 0 }).where('id', '=', webUserId).execute()
}

/**
 * Locks a login whose guesses are used up, until a new password is set.
 * @returns whether this call locked it.
 */
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

/** The customer whose password somebody tries at sign-in. */
export interface GuessedAt {
  id: number
  personId: PersonId
  username: string
  passwordHash: string
}

/**
 * Takes one guess at the password of the user with this name, regardless of case. A name that nobody has is counted in
 * the same way, under its digest and in the same statement, so that neither the answer nor its time tells them apart.
 * Like other counts of tries, it does not wait for the disk: a power cut may lose the last moments of it.
 */
export async function takeGuessAt(
  db: Db | Tx,
  { username, nameDigest, now }: { username: string; nameDigest: Buffer; now: Instant },
): Promise<{ user: GuessedAt | null; guess: Guess }> {
  const { rows } = await sql<Partial<GuessedAt> & { made: number | null }>`
    with found as (
      select id, person_id, username, password_hash from web_user where ${isSameName('username', username)}
    ), taken as (
      update web_user set wrong_passwords = wrong_passwords + 1 from found
      where web_user.id = found.id and locked_at is null and wrong_passwords < ${wrongPasswordLimit}::integer
      returning wrong_passwords as made
    ), nobodys as (
      insert into unknown_login (name_digest, wrong_passwords, tried_at)
      select ${nameDigest}::bytea, 1, ${now}::timestamptz where not exists (select from found)
      on conflict (name_digest) do update set wrong_passwords = unknown_login.wrong_passwords + 1, tried_at = excluded.tried_at
      returning wrong_passwords as made
    )
    select found.id, found.person_id as "personId", found.username, found.password_hash as "passwordHash",
      coalesce(taken.made, nobodys.made) as made
    from set_config('synchronous_commit', 'off', true) left join found on true left join taken on true left join nobodys on true`.execute(
    db,
  )
  const { made = null, ...user } = rows[0] ?? {}
  const guess: Guess = made !== null && made <= wrongPasswordLimit ? { isAllowed: true, made } : { isAllowed: false }
  return { user: isSomebody(user) ? user : null, guess }
}

function isSomebody(user: Partial<GuessedAt>): user is GuessedAt {
  return typeof user.id === 'number'
}
