/** How many minutes a person has to answer the security question (R8). */
export const recoveryMinutes = 30

/** How many minutes a mailed link is valid (R8), counted from its sending (docs/decisions/011). */
export const linkMinutes = 30

/** Texts of the forgot flows (C§4, C§5, C§8), and ours where the specification names none. */
export const forgotTexts = {
  accountRequired: 'Please enter your Account Number.',
  usernameRequired: 'Please enter your Username.',
  emailRequired: 'Please enter a your Email Address.',
  emailInvalid: 'Please enter a valid Email Address.',
  /** Shown at their fields; every other description is shown in the message modal (C§8). */
  noSuchAccount: "Account number doesn't exist",
  noSuchUsername: "Username doesn't exist",
  emailDiffers: 'Email address does not match',
  notEnrolled: 'This account number isn’t registered yet. Register first.',
  noEmail: 'We don’t have an email address on file for this account. Call customer service.',
  tookTooLong: 'Your session timed out. Start again.',
  /** The answer is missing. */
  answerRequired: 'Please provide the answer for security question below.',
  answerWrong: 'Security Answer is not valid.',
  linkSent: `We’re emailing a link to the address we have on file. You can use it once, within ${linkMinutes} minutes. Check your junk folder too.`,
  usernameSent: 'We’re emailing your username to the address we have on file. Check your junk folder too.',
  networkPassword: 'Server Error. Try again later!',
  networkUsername: 'Server error! Please try again later!',
  linkNotGood: 'This link has expired or has already been used. Request a new one.',
  /** The same, when an earlier try to set the password got no answer. */
  perhapsSet: 'Your last attempt may have set your new password. Try logging in with it first.',
  /** Shown below the message that a letter was sent, followed by the number to call. */
  nothingArrives: 'Nothing arrived? The address we have may be out of date. Call',
} as const
