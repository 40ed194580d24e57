/** C§2.3, C§4, C§5, C§8, partly ours. */
export const signUpTexts = {
  cancel: 'Cancel',
  back: 'Back',
  title: 'Create Account',
  steps: ['My Account Number', 'My Account Details', 'My Login Details'],
  mandatory: 'Fields marked as * are mandatory',
  whereIsMyNumber: 'Where can I find my account number?',
  alreadyRegistered: 'Already Registered? Login Here',
  needHelp: 'Need Help?',
  confirmAddress: 'Confirm Your Address',
  proceed: 'Yes, Proceed',
  continue: 'Continue',
  verifying: 'Verifying',
  submit: 'Submit',
  loading: 'Loading...',
  terms: 'terms and conditions',
  thanks: 'Thank you for activating your web portal account.',
  mailFollows: 'We’ll send you a confirmation email. If you don’t see it, check your junk folder.',
  backToHomepage: 'Back to Homepage',
  loginHere: 'Login Here',

  mayEnrol: 'This account can be registered.',
  accountInvalid: 'Account number is invalid.',
  /** C§8. */
  registered: 'This account is already registered for the portal.',
  activatedBefore:
    'Your account has been activated with what you entered the first time; what you changed since does not count. Please log in with the username and password you entered first, or use Forgot Username or Forgot Password on the login page.',
  webNotAllowed: 'This account can’t be registered online. Call customer service.',
  zipRequired: 'Please enter your Zip Code!',
  zipDiffers: 'That zip code doesn’t match our records. Check the mailing address on your bill.',
  tookTooLong: 'Your session timed out. Start again with your account number.',

  usernameRequired: 'Please choose your username.',
  usernameMisleading: 'Please use letters of one alphabet, and none that look like others.',
  usernameInvalid: 'Please use up to 50 letters, numbers or . _ - + @ without spaces.',
  usernameTaken: 'Username already exists. Kindly choose again.',
  emailInvalid: 'Please enter a valid Email Address!',
  emailsDiffer: "Email doesn't match!",
  confirmEmail: 'Please confirm your Email Address!',
  homePhoneInvalid: 'Invalid Home Phone!',
  workPhoneInvalid: 'Invalid Work Phone!',
  mobilePhoneInvalid: 'Please enter a valid Mobile Phone!',
  questionRequired: 'Please select your Security Question!',
  termsRequired: 'Please check the box.',
  paperless: 'Send my bills by email instead of paper',

  /** Status not 'True' (C§8); the line break is the specification's. */
  failed: 'Sign Up Failed! \nPlease try again!',
  network: 'Server Error. Try again later!',
  /** R16. */
  maintenance: 'Registration is down for maintenance. Try again later, or call customer service.',
} as const

/** Counted from when the account number was last asked for (R8). */
export const enrollmentMinutes = 30
