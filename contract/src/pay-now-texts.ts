/** The texts of the Pay Now wizard that the specification fixes (C§2.6, C§4, C§5). */
export const payNowTexts = {
  steps: ['Customer Information', 'Validation', 'Enter Payment'],
  whereIsMyNumber: 'Where can I find my account number?',
  matchNote: 'Information should match your billing statement',
  isThisYou: 'Is This You?',
  backToHome: 'Back To Home',
  cancel: 'Cancel',
  continue: 'Continue',
  wait: 'Please wait...',
  pay: 'PAY NOW',
  accountRequired: 'Please enter your Account Number.',
  zipRequired: 'Please enter your zip code.',
  notMatching: 'The account number and zip code you entered do not match our records.',
  cashOnly: 'This account can only be paid in cash. Please visit one of our offices or call customer service.',
} as const
