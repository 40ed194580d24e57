/**
 * Why a new password is refused: it would be among the first guesses (OWASP ASVS 5.0 6.2.4, 6.2.11). Only the server
 * knows the most common ones and the words of the utility.
 */
export const easyPasswordTexts = {
  common: 'This password is too common. Please choose one that’s harder to guess.',
  repeated: 'A password that repeats itself is guessed first. Please choose another one.',
  sequence:
    'A password made of sequences such as "1234", "abcd" or "qwerty" is guessed first. Please choose another one.',
  ofNames: 'Passwords with your username, or words like “water”, are easy to guess. Please choose another.',
} as const
