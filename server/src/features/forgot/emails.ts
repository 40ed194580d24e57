import { linkMinutes } from '@portal/contract/forgot'
import { pagePaths } from '@portal/contract/paths'
import type { UtilityProfile } from '@portal/contract/utility'
import { linkPlaceholder } from '../../foundation/messages/link.ts'
import { type NewEmail, writeEmail } from '../../foundation/messages/outbox.ts'

/** One recovery causes one email. */
interface About {
  handle: string
  recipient: string
  username: string
}

/** Single-use (R8); the secret comes after the `#`, so no server logs it. */
export function passwordLinkEmail(
  profile: UtilityProfile,
  { handle, recipient, username }: About,
  link: { nonce: string; origin: string },
): NewEmail {
  return writeEmail(profile, {
    template: 'set-password-link',
    dedupeKey: `set-password-link-${handle}`,
    recipient,
    subject: { text: 'Set a new password' },
    linkNonce: link.nonce,
    heading: { text: 'Set a new password' },
    parts: [
      {
        kind: 'paragraph',
        text: 'We received a request to set a new password for your online account. Your username is:',
      },
      { kind: 'details', rows: [['Username', username]] },
      {
        kind: 'link',
        text: 'Set a new password',
        address: `${link.origin}${pagePaths.setPassword}#${linkPlaceholder}`,
      },
      {
        kind: 'paragraph',
        text: 'You can use this link once, within {minutes} minutes after we sent it. If it expires, request a new one with “Forgot password?” on the login page. If you didn’t request this, ignore this email. Your password stays the same.',
        values: { minutes: linkMinutes },
      },
    ],
  })
}

/** C§2.4 */
export function usernameEmail(
  profile: UtilityProfile,
  { handle, recipient, username }: About,
  origin: string,
): NewEmail {
  return writeEmail(profile, {
    template: 'forgotten-username',
    dedupeKey: `forgotten-username-${handle}`,
    recipient,
    subject: { text: 'Your username' },
    heading: { text: 'Your username' },
    parts: [
      { kind: 'paragraph', text: 'We received a request for the username of your online account. Your username is:' },
      { kind: 'details', rows: [['Username', username]] },
      { kind: 'link', text: 'Log in', address: `${origin}${pagePaths.home}` },
      { kind: 'paragraph', text: 'If you didn’t request this, you can ignore this email.' },
    ],
  })
}
