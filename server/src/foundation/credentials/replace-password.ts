import type { Instant } from '@portal/contract/dates'
import type { Tx } from '../../database/connect.ts'
import { endSessionsOf } from '../sessions/session.ts'
import { forgetBrowsers } from './known-browsers.ts'

export interface PasswordChange {
  webUserId: number
  /** Of the new password, from `hashSecret`. */
  passwordHash: string
  /** Null when no email address is on file: nobody gets a notice. */
  noticeTo: string | null
  /** Staff have chosen it, so that two people know it. */
  isGiven: boolean
  /** That of the browser in which the password was changed; null for none. */
  keptSessionId: number | null
}

/** Unlocks the login, voids mailed links, ends the other sessions, and tells the customer. */
export async function replacePassword(
  tx: Tx,
  change: PasswordChange,
  { now, tell }: { now: Instant; tell: (tx: Tx, change: PasswordChange, now: Instant) => Promise<void> },
): Promise<void> {
  const { webUserId } = change
  await tx
    .updateTable('web_user')
    .set({
      password_hash: change.passwordHash,
      password_changed_at: now,
      password_is_given: change.isGiven,
      wrong_passwords: 0,
      locked_at: null,
    })
    .where('id', '=', webUserId)
    .execute()
  await voidMailedLinks(tx, webUserId)
  // Whoever sets a password without knowing the old one may have lost it to somebody in a known browser.
  if (change.keptSessionId === null) await forgetBrowsers(tx, { kind: 'customer', id: webUserId })
  await endSessionsOf(tx, { kind: 'customer', webUserId }, change.keptSessionId)
  await tell(tx, change, now)
}

/** The transaction must hold the customer's row, as it does when a link is used. */
export async function voidMailedLinks(tx: Tx, webUserId: number): Promise<void> {
  await tx.deleteFrom('recovery').where('web_user_id', '=', webUserId).where('purpose', '=', 'password').execute()
}
