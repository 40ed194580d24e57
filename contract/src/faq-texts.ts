/** The texts of the FAQ that the specification fixes (C§2.9, C§8). */
export const faqTexts = {
  title: 'Frequently Asked Questions',
  sections: ['User Registration', 'Logging In', 'Using the portal', 'CONTACT US'],
  back: 'Go Back',
  lockedOut: 'You have exceeded the maximum number of failed login attempts.',
} as const
