/** Texts of signing administrators in and out (A§2, A§4, A§5, A§8), and ours where the specification names none. */
export const adminSignInTexts = {
  title: 'Administrator log in',
  logIn: 'Log In',
  loading: 'Loading Please Wait!',
  failed: 'Log in failed. Invalid Username or Password.',
  codeNeeded: 'Please enter the code of your authenticator app.',
  codeWrong: 'This code is not valid. Please enter the newest one, or a recovery code.',
  setUpNeeded: 'Your level signs in with a second factor. Please set up your authenticator app.',
  /** These two are shown with '!' after them (A§8). */
  currentPasswordWrong: 'Your current password is not right',
  passwordUpdated: 'The password is successfully updated',
  stillThere: 'Are you still there?',
  stillHere: "I'm Still Here!",
} as const

/** How long until the page goes on to the console (A§2, A§9). */
export const adminRedirectMilliseconds = 1000

/** When an idle administrator is warned and signed out, and how often the page checks (A§4, A§9, R24). */
export const adminIdleTimes = { warningSeconds: 14 * 60, logoutSeconds: 15 * 60, checkSeconds: 10 } as const
