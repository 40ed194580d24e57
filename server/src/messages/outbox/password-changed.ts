import type { Instant } from '@portal/contract/dates'
import type { Tx } from '../../database/connect.ts'
import type { Deps } from '../../deps.ts'
import type { PasswordChange } from '../../foundation/credentials/replace-password.ts'
import { customerEmail } from '../../wording/customer-email.ts'
import { momentIn } from '../../wording/email-layout.ts'
import { profileFor } from '../language.ts'
import { queueEmail } from './queue-email.ts'

/** For `replacePassword`: an email to the customer. Wake the delivery afterwards. */
export function emailPasswordChanged(own: Deps['profile']) {
  return async (tx: Tx, { webUserId, noticeTo, isGiven }: PasswordChange, now: Instant): Promise<void> => {
    if (noticeTo === null) return
    const profile = await profileFor(tx, own, { webUserId })
    const said = { by: isGiven ? 'staff' : 'customer', when: momentIn(profile, now) }
    await queueEmail(tx, customerEmail(profile, { template: 'password-changed', recipient: noticeTo }, said), now)
  }
}
