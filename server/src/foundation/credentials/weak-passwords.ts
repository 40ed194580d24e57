import { easyPasswordTexts } from '@portal/contract/predictable-password'
import { passwordLength } from '@portal/contract/sign-in-texts'
import type { UtilityProfile } from '@portal/contract/utility'
import { dictionary } from '@zxcvbn-ts/language-common'

/** Words that a guesser tries for everybody: those of any such portal, and favorites of its staff. */
const wordsOfThePortal = [
  'account',
  'admin',
  'administrator',
  'bill',
  'billing',
  'customer',
  'paynow',
  'password',
  'portal',
  'utility',
  'water',
] as const

/** Shorter parts of a name occur in too many good passwords. */
const shortestWord = 3

/** In lower case. */
const common: ReadonlySet<string> = new Set(
  dictionary['passwords-common'].filter((password) => password.length >= passwordLength.shortest),
)

/** Null when it is not easy to guess (OWASP ASVS 5.0 6.1.2, 6.2.4, 6.2.11). Existing passwords are never checked. */
export function weakPasswordReason(
  password: string,
  { username, profile }: { username: string; profile: UtilityProfile },
): string | null {
  const bare = bareOf(password)
  if (common.has(caseless(password)) || common.has(bare)) return easyPasswordTexts.common
  const names = [profile.name, profile.shortName, profile.division, profile.city, username]
  return isMadeOf(bare, [...wordsOfThePortal, ...names.flatMap(wordsOf)]) ? easyPasswordTexts.ofNames : null
}

/** A name as a whole and its parts: `mariacruz`, `maria`, `cruz`. */
function wordsOf(name: string): string[] {
  const words = [name, ...name.split(/[^\p{L}\p{N}]+/u)].map(bareOf)
  return words.filter((word) => word.length >= shortestWord)
}

/** Nothing but these words and digits, with at least one word. */
function isMadeOf(text: string, words: readonly string[]): boolean {
  const longestFirst = words.toSorted((a, b) => b.length - a.length)
  const rest = longestFirst.reduce((left, word) => left.replaceAll(word, ''), text)
  return rest !== text && /^\d*$/.test(rest)
}

function bareOf(text: string): string {
  return caseless(text).replaceAll(/[^\p{L}\p{N}]/gu, '')
}

function caseless(text: string): string {
  return text.normalize('NFKC').toLowerCase()
}
