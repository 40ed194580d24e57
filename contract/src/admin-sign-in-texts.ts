/** Texts of signing administrators in and out (A§2, A§4, A§5, A§8), and ours where the specification names none. */
export const adminSignInTexts = {
  title: 'Admin login',
  logIn: 'Log In',
  loading: 'Loading Please Wait!',
  failed: 'Log in failed. Invalid Username or Password.',
  codeNeeded: 'Please enter the code from your authenticator app.',
  codeWrong: 'That code is incorrect or expired. Please enter the newest code, or a recovery code.',
  setUpNeeded: 'Your role requires two-step verification. Set up your authenticator app to continue.',
  /** These two are shown with '!' after them (A§8). */
  currentPasswordWrong: 'Your current password is incorrect',
  passwordUpdated: 'The password is successfully updated',
  stillThere: 'Are you still there?',
  stillHere: "I'm Still Here!",
} as const

/** How long until the page goes on to the console (A§2, A§9). */
export const adminRedirectMilliseconds = 1000

/** When an idle administrator is warned and signed out, and how often the page checks (A§4, A§9, R24). */
export const adminIdleTimes = { warningSeconds: 14 * 60, logoutSeconds: 15 * 60, checkSeconds: 10 } as const
