/** A§2, A§5, A§8, partly ours. */
export const adminConsoleTexts = {
  title: 'Admin Control',
  changePass: 'Change Pass',
  logOut: 'Log Out',
  changePassword: 'Change Password',
  currentPassword: 'Current Password',
  password: 'Password',
  confirmPassword: 'Confirm Password',
  submit: 'Submit',
  okay: 'Okay',
  /** Password Reset adds a space after it (A§8). */
  serverError: 'Server Error!',
  broadcasts: 'Messages to Customers',
  messagePreviews: 'Message Previews',
  imports: 'Imports',
  systemStatus: 'System status',
  otherLevel: 'You don’t have access to this page',
} as const

/** A§2, A§4, A§5, A§8, partly ours. */
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

/** Until the page goes on to the console (A§2, A§9). */
export const adminRedirectMilliseconds = 1000

/** Warning and sign-out of an idle administrator, and how often the page checks (A§4, A§9, R24). */
export const adminIdleTimes = { warningSeconds: 14 * 60, logoutSeconds: 15 * 60, checkSeconds: 10 } as const

/** A§2, A§4, A§8, R16, partly ours. */
export const adminMaintenanceTexts = {
  lead: 'Each switch takes effect immediately for all customers.',
  on: 'On',
  off: 'Off for maintenance',
  updated: 'Updated Successfully!',
  autoPayOff: 'Off',
  stopAutoPay: 'Stop AutoPay?',
  stopAutoPayMeans:
    'Nothing is charged for AutoPay and scheduled payments until it is on again. Customers still get notices. Charges that are late are told to customers on the due date.',
  stop: 'Stop AutoPay',
  startAutoPay: 'Start AutoPay?',
  startAutoPayMeans: 'Everything that waited is charged now, one after the other, up to the limit per hour.',
  start: 'Start AutoPay',
  stopNotifications: 'Stop notifications?',
  stopNotificationsMeans:
    'Nothing that customers asked to be told leaves until they are on again. What becomes too old by then is dropped. Receipts, security and AutoPay emails still leave.',
  stopThem: 'Stop notifications',
  startNotifications: 'Start notifications?',
  startNotificationsMeans: 'What waited leaves now, if it is still true and not too old.',
  startThem: 'Start notifications',
  testLogin: 'Admin test login',
  testLoginHelp:
    'Opens the customer login in a new tab for testing. It works even while Login / Sign Up is off. Every use is recorded in the audit log.',
} as const

export const switchEffects = {
  1: {
    0: 'Customers can log in and register.',
    1: 'Customers can’t log in or register. They see: “{message}”',
  },
  2: {
    0: 'Customers can pay with Pay Now.',
    1: 'Customers can’t use Pay Now. They see: “{message}”',
  },
  3: {
    0: 'AutoPay and scheduled payments are charged when they are due.',
    1: 'Nothing is charged for AutoPay and scheduled payments. What is due waits.',
  },
  4: {
    0: 'Customers get the emails and texts that they turned on.',
    1: 'Customers get no notifications. Receipts, security and AutoPay emails still leave.',
  },
} as const
