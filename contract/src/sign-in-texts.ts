/** Texts of signing in and out (C§2.2, C§4, C§8). */
export const signInTexts = {
  usernameRequired: 'Please enter your Username.',
  passwordRequired: 'Please enter your Password.',
  success: 'Success. Please wait for redirection.',
  /** The same words for an unknown name and for a wrong password. */
  failed: 'Log in failed. Invalid Username or Password.',
  /** On the wire, for a locked login… */
  exceeded: 'Exceeded number of wrong password',
  /** …and what the page shows for it. */
  exceededShown: 'You have exceeded the maximum number of failed login attempts',
  /** No reply, or one without a status. */
  notResponding: 'Server not responding. Please try again later.',
  forcedLogout: 'You have been logged out.',
  stillThere: 'Are you still there?',
  stillHere: "I'm Still Here!",
  wrongCurrentPassword: 'Your current password is incorrect.',
  /** The same, when an earlier try to change it got no answer. */
  perhapsChanged: 'Your current password is incorrect. Your last attempt may have changed it. Try the new one.',
} as const

/** How long until the page goes on to the stored view-bill address or the dashboard (C§4, C§9). */
export const redirectAfterMilliseconds = 1000

/** When an idle customer is asked whether they are still there, and when they are signed out (C§4, C§9). */
export const idleTimes = {
  promptSeconds: 5 * 60,
  /** With the query parameter `session=true`. */
  shortPromptSeconds: 10,
  countdownSeconds: 60,
  logoutSeconds: 15 * 60,
  checkSeconds: 10,
  /** After this long without a call, the server ends the session. */
  serverSeconds: 16 * 60,
} as const

/** What a login consists of: usernames, passwords and security answers, wherever they are chosen (C§5, C§9, A§5). */

/** A password has 8 to 15 characters (C§9, A§9). */
export const passwordLength = { shortest: 8, longest: 15 } as const

/** After this many wrong passwords in a row the login is locked until a new password is set (C§7, C§9). */
export const wrongPasswordLimit = 5

export const longestUsername = 50

/** Texts about credentials that the specification fixes (C§5, A§2, A§5), and ours beside them. */
export const credentialTexts = {
  passwordLength: 'Your password must be between 8 – 15 characters long',
  confirmPassword: 'Please confirm your Password!',
  passwordsDiffer: "Password doesn't match!",
  currentPasswordRequired: 'Please enter your current password.',
  answerRequired: 'Please enter your Security Answer!',
  passwordUpdated: 'The password is successfully updated!',
  chooseOwn: 'Choose your own password',
  whyChooseOwn: 'Another person set the password you logged in with. Choose one that only you know.',
  anotherPassword: 'Choose a password other than the one that was set for you.',
} as const

/** The part of a security answer that is compared: its letters, digits and spaces, in lower case (C§4, C§5). */
export function answerToCompare(answer: string): string {
  return answer
    .normalize('NFKC')
    .replaceAll(/[^\p{L}\p{M}\p{N}\s]/gu, '')
    .trim()
    .replaceAll(/\s+/g, ' ')
    .toLowerCase()
}
