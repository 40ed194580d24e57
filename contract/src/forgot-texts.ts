/** How many minutes a person has to answer the security question (R8). */
export const recoveryMinutes = 30

/** How many minutes a mailed link is valid (R8), counted from its sending (docs/decisions/037). */
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
  notEnrolled: 'There is no online account for this account number yet. Please enroll first.',
  noEmail: 'There is no e-mail address on file for this account. Please call customer service.',
  tookTooLong: 'This took too long. Please start again.',
  /** The answer is missing. */
  answerRequired: 'Please provide the answer for security question below.',
  /** The answer is wrong. */
  answerWrong: 'Security Answer is not valid.',
  linkSent: `We are sending a link to the e-mail address on file. It can be used once, within ${linkMinutes} minutes after it was sent. Please check your junk folder too.`,
  usernameSent: 'We are sending your username to the e-mail address on file. Please check your junk folder too.',
  networkPassword: 'Server Error. Try again later!',
  networkUsername: 'Server error! Please try again later!',
  linkNotGood: 'This link has expired or was already used. Please ask for a new one.',
  /** The same, when an earlier try to set the password got no answer. */
  perhapsSet: 'Your last try may have set your new password. Please try to log in with it first.',
  /** Shown below the message that a letter was sent, followed by the number to call. */
  nothingArrives: 'If nothing arrives, we may have an old address of yours. Please call',
} as const
