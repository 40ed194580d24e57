/**
 * Why a new password is refused: it would be among the first guesses (OWASP ASVS 5.0 6.2.4, 6.2.11). Only the server
 * checks it.
 */
export const easyPasswordTexts = {
  common: 'This password is one of those most often used, so it is guessed first. Please choose another one.',
  ofNames:
    'A password made of your username, or of words such as "water", is guessed first. Please choose another one.',
} as const
