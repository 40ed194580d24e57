/** C§2.2, C§4, C§8. */
export const signInTexts = {
  usernameRequired: 'Please enter your Username.',
  passwordRequired: 'Please enter your Password.',
  success: 'Success. Please wait for redirection.',
  /** The same for an unknown name and a wrong password. */
  failed: 'Log in failed. Invalid Username or Password.',
  /** On the wire, for a locked login; the page shows the next one. */
  exceeded: 'Exceeded number of wrong password',
  exceededShown: 'You have exceeded the maximum number of failed login attempts',
  notResponding: 'Server not responding. Please try again later.',
  forcedLogout: 'You have been logged out.',
  stillThere: 'Are you still there?',
  stillHere: "I'm Still Here!",
  wrongCurrentPassword: 'Your current password is incorrect.',
} as const

export const redirectAfterMilliseconds = 1000

/** An idle customer is asked, and then signed out (C§4, C§9). */
export const idleTimes = {
  promptSeconds: 5 * 60,
  /** With the query parameter `session=true`. */
  shortPromptSeconds: 10,
  countdownSeconds: 60,
  logoutSeconds: 15 * 60,
  checkSeconds: 10,
  /** Without a call for this long, the server ends the session. */
  serverSeconds: 16 * 60,
} as const

/** In characters (C§9, A§9). */
export const passwordLength = { shortest: 8, longest: 15 } as const

/** In a row; then the login is locked until a new password is set (C§7, C§9). */
export const wrongPasswordLimit = 5

export const longestUsername = 50

/** C§5, A§2, A§5, partly ours. */
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

/** Its letters, digits and spaces, in lower case (C§4, C§5). */
export function answerToCompare(answer: string): string {
  return answer
    .normalize('NFKC')
    .replaceAll(/[^\p{L}\p{M}\p{N}\s]/gu, '')
    .trim()
    .replaceAll(/\s+/g, ' ')
    .toLowerCase()
}
