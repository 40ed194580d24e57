/** What a login consists of: usernames, passwords and security answers, wherever they are chosen (C§5, C§9, A§5). */

/** A password has 8 to 15 characters (C§9, A§9). */
export const passwordLength = { shortest: 8, longest: 15 } as const

/** After this many wrong passwords in a row the login is locked until a new password is set (C§7, C§9). */
export const wrongPasswordLimit = 5

/** The longest username that can be chosen. */
export const longestUsername = 50

/** Texts about credentials that the specification fixes (C§5, A§2, A§5), and ours beside them. */
export const credentialTexts = {
  passwordLength: 'Your password must be between 8 – 15 characters long',
  confirmPassword: 'Please confirm your Password!',
  passwordsDiffer: "Password doesn't match!",
  currentPasswordRequired: 'Please enter your current password.',
  answerRequired: 'Please enter your Security Answer!',
  passwordUpdated: 'The password is successfully updated!',
  chooseOwn: 'Choose your own password',
  whyChooseOwn: 'Another person set the password you logged in with. Choose one that only you know.',
  anotherPassword: 'Choose a password other than the one that was set for you.',
} as const

/** The part of a security answer that is compared: its letters, digits and spaces, in lower case (C§4, C§5). */
export function answerToCompare(answer: string): string {
  return answer
    .normalize('NFKC')
    .replaceAll(/[^\p{L}\p{M}\p{N}\s]/gu, '')
    .trim()
    .replaceAll(/\s+/g, ' ')
    .toLowerCase()
}
