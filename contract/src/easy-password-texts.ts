/**
 * Why a new password is refused: it would be among the first guesses (OWASP ASVS 5.0 6.2.4, 6.2.11). Only the server
 * knows the most common ones and the words of the utility.
 */
export const easyPasswordTexts = {
  common: 'This password is one of those most often used, so it is guessed first. Please choose another one.',
  repeated: 'A password that repeats itself is guessed first. Please choose another one.',
  sequence:
    'A password made of sequences such as "1234", "abcd" or "qwerty" is guessed first. Please choose another one.',
  ofNames:
    'A password made of your username, or of words such as "water", is guessed first. Please choose another one.',
} as const
