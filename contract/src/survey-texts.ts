/** The texts of the survey that the specification fixes (C§2.5, C§5, C§8). */
export const surveyTexts = {
  required: 'Please select or enter a value for this question',
  submitted: 'Si Yu’os Ma’ase and Thank you for your time and responses. Your survey has been submitted successfully.',
  failed: 'Submit survey failed. Please try again.',
  /** Ours: answers are kept, and a card number must not be in them. */
  noCardNumbers: 'Do not include card numbers.',
  serverError: 'Server Error. Try again later!',
} as const

/** There are ten answers, of which the first four may be left empty (C§5, C§9). */
export const surveyAnswers = 10
export const optionalAnswers = 4

/** A free-text answer has at most this many characters. */
export const longestAnswer = 2000
