import { wrongPasswordLimit } from '@portal/contract/credential-texts'
import type { Instant } from '@portal/contract/dates'
import type { Db, Tx } from '../../database/connect.ts'

/**
 * Counts wrong passwords (C§9). A guess is counted before the password is compared and taken back when it was right:
 * guesses made at the same moment, by however many processes, are never more than the limit.
 */

/** Whether there was a guess left, and how many have been made with it since the last right password. */
export type Guess = { isAllowed: true; made: number } | { isAllowed: false }

/** Takes one guess at a customer's password. Not allowed when the login is locked or every guess is taken. */
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

/** The password was right: counting starts anew. */
export async function forgiveGuesses(db: Db | Tx, webUserId: number): Promise<void> {
  await db.updateTable('web_user').set({ wrong_passwords: 0 }).where('id', '=', webUserId).execute()
}

/** Locks a login whose guesses are used up, until its password is set anew. @returns whether this locked it. */
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

/** The same for a name nobody has, told by its digest, so that it looks like any other. */
export async function takeGuessAtNobody(db: Db | Tx, nameDigest: Buffer, now: Instant): Promise<Guess> {
  const { wrong_passwords: made } = await db
    .insertInto('unknown_login')
    .values({ name_digest: nameDigest, wrong_passwords: 1, tried_at: now })
    .onConflict((again) =>
      again
        .column('name_digest')
        .doUpdateSet((set) => ({ wrong_passwords: set('unknown_login.wrong_passwords', '+', 1), tried_at: now })),
    )
    .returning('wrong_passwords')
    .executeTakeFirstOrThrow()
  return made <= wrongPasswordLimit ? { isAllowed: true, made } : { isAllowed: false }
}
