import { randomUUID } from 'node:crypto'
import type { Instant } from '@portal/contract/dates'
import type { UtilityProfile } from '@portal/contract/utility'
import type { Tx } from '../../database/connect.ts'
import { momentIn } from '../mail/moment.ts'
import { type NewEmail, queueEmail } from '../mail/outbox.ts'
import { writeEmail } from '../mail/write-email.ts'
import { endSessionsOf } from '../sessions/session.ts'
import { forgetBrowsers } from './known-browsers.ts'

/** A customer's new password, and what else changes with it. */
export interface PasswordChange {
  webUserId: number
  /** Of the new password, from `hashSecret`. */
  passwordHash: string
  /** The recipient of the notice; null when no e-mail address is on file. */
  noticeTo: string | null
  /** Staff have chosen it, so that two people know it. */
  isGiven: boolean
  /** The session to keep: that of the browser in which the password was changed. */
  keptSessionId: number | null
}

/**
 * Gives a customer a new password. It unlocks the login, voids links mailed before, ends all other sessions of the
 * customer, and queues a notice. Wake the delivery of letters afterwards.
 */
export async function replacePassword(
  tx: Tx,
  change: PasswordChange,
  { profile, now }: { profile: UtilityProfile; now: Instant },
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
  if (change.noticeTo !== null) await queueEmail(tx, notice(profile, change.noticeTo, change.isGiven, now), now)
}

/**
 * Voids the links to set a password that were mailed to a customer before. The transaction must hold the customer's
 * row, as it does when a link is used.
 */
export async function voidMailedLinks(tx: Tx, webUserId: number): Promise<void> {
  await tx.deleteFrom('recovery').where('web_user_id', '=', webUserId).where('purpose', '=', 'password').execute()
}

function notice(profile: UtilityProfile, recipient: string, isGiven: boolean, now: Instant): NewEmail {
  const at = momentIn(profile.timeZone, now)
  const [what, ifNot] = isGiven
    ? [
        `Customer service set a new password for your online account on ${at}. When you log in with it, you will be asked for one of your own.`,
        'If you did not ask for this,',
      ]
    : [`The password of your online account was changed on ${at}.`, 'If this was not you,']
  return writeEmail(profile, {
    kind: 'password-changed',
    dedupeKey: `password-changed-${randomUUID()}`,
    recipient,
    subject: 'Your password was changed',
    heading: 'Your password was changed',
    parts: [
      {
        kind: 'paragraph',
        text: `${what} You’ve been logged out on all other devices.`,
      },
      {
        kind: 'paragraph',
        text: `${ifNot} set a new password right away with “Forgot password?” on the login page, and call customer service.`,
      },
    ],
  })
}
