/** C§2.6, C§4, C§5. */
export const payNowTexts = {
  cancel: 'Cancel',
  steps: ['Customer Information', 'Validation', 'Enter Payment'],
  whereIsMyNumber: 'Where can I find my account number?',
  matchNote: 'Information should match your billing statement',
  isThisYou: 'Is This You?',
  backToHome: 'Back To Home',
  continue: 'Continue',
  wait: 'Please wait...',
  pay: 'PAY NOW',
  accountRequired: 'Please enter your Account Number.',
  zipRequired: 'Please enter your zip code.',
  notMatching: 'That account number and zip code don’t match our records. Check your bill and try again.',
} as const
