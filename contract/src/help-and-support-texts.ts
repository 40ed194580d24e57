/** The texts of Help & Support that the specification fixes (C§5, C§8). */
export const helpTexts = {
  form: 'Customer Feedback',
  nameRequired: 'Please enter Customer Name.',
  emailRequired: 'Please enter your Email Address.',
  emailInvalid: 'Please enter a valid Email Address.',
  messageRequired: 'Please enter your Message.',
  /** Ours: a ticket is mailed and kept, and a card number must be in neither. */
  noCardNumbers: 'Do not include card numbers.',
  submitted: 'Your ticket has been submitted successfully!',
  failed: 'An error occurred. Please try again!',
} as const

/** Contact types (C§9). */
export const contactTypes = ['TECHNICAL', 'COMPLAINT'] as const
export type ContactType = (typeof contactTypes)[number]

/** A ticket's message has at most this many characters. */
export const longestTicketMessage = 4000
