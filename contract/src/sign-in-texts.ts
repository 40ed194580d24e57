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
