import { refusedDigits } from '../../database/long-digits.ts'

const removed = '[removed]'

/** The names that clients give to what must never be kept, in lower case and without punctuation. */
const secretNames = [
  'cardnum cardnumber ccnum ccnumber creditnum creditcardnumber pan track1 track2',
  'cvv cvv2 cvc cvc2 cvd cvdcode cavv securitycode cardcode',
  'verificationstr1 verificationstr2 ccverificationstr1 ccverificationstr2',
  'expdate expirydate expiry expiration ccexpiry cardexpiry validexpdate password',
].flatMap((names) => names.split(' '))

const secretName = `(?<![a-z])(${secretNames.map((name) => [...name].join('[ _-]?')).join('|')})(?![a-z0-9])`

/** One of the names inside a text: `Enter your CVV`. */
const secretMentioned = new RegExp(secretName, 'i')

/** `card_num: …`, `"CAVV":"…"`, `\"cvv\" = …` inside a text. */
const secretInText = new RegExp(`${secretName}([\\\\"' ]*[:=][\\\\"' ]*)[^\\\\"',;&}\\]\\s]+`, 'gi')

/** A value that is nothing but a few digits, as a security code and an expiry are: `123`, `1230`, `12/30`, `12-2030`. */
const fewDigits = /^\s*\d[\d\s/-]{1,6}\d\s*$/

/** Digits that could be one number, with up to three marks between them. */
const digitRun = /\d(?:[^\dA-Za-z]{0,3}\d){12,}/g

/** How deep JSON in a text may nest: as deep as a body may. */
const deepest = 50

const shortestCard = 13
const longestCard = 19

/**
 * What a client said, as JSON text without anything that could be a card number, a security code or an expiry. A value
 * is removed for its name, whether that is its key or stands beside it as another value (`{name: 'cvv', value: '123'}`,
 * `['cvv', '123']`). Where a text mentions such a name anywhere, every value of only a few digits goes too, so that it
 * does not matter how names and values are put together.
 */
export function scrubNote(said: unknown): string {
  const kept = mentionsSecret(said) ? withoutFewDigits(said) : said
  return JSON.stringify(scrubbed(kept)).replace(refusedDigits, removed)
}

function scrubbed(said: unknown): unknown {
  if (typeof said === 'string') return scrubText(said.normalize('NFKC'))
  if (typeof said === 'number') return holdsCardNumber(String(said)) ? removed : said
  if (Array.isArray(said)) return scrubbedBeside(said)
  if (typeof said !== 'object' || said === null) return said
  const names = Object.keys(said)
  const values = scrubbedBeside(Object.values(said))
  return Object.fromEntries(
    names.map((name, index) => [scrubText(name), isKeyOfSecret(name) ? removed : values[index]]),
  )
}

/** The values of one list or object: when one of them is the name of a secret, only such names are kept. */
function scrubbedBeside(values: readonly unknown[]): unknown[] {
  const isName = (value: unknown): boolean => typeof value === 'string' && isSecret(value)
  if (!values.some(isName)) return values.map(scrubbed)
  return values.map((value) => (isName(value) ? value : removed))
}

function mentionsSecret(said: unknown): boolean {
  if (typeof said === 'string') {
    const inner = readJson(said)
    return inner === undefined ? secretMentioned.test(inWords(said)) : mentionsSecret(inner)
  }
  return typeof said === 'object' && said !== null && Object.values(said).some(mentionsSecret)
}

/** A name such as `userCvv` or `CVVCode` with its words apart. */
function inWords(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
}

function withoutFewDigits(said: unknown): unknown {
  if (typeof said === 'string') {
    const inner = readJson(said)
    if (inner !== undefined) return JSON.stringify(withoutFewDigits(inner))
    return fewDigits.test(said.normalize('NFKC')) ? removed : said
  }
  if (typeof said === 'number') return fewDigits.test(String(said)) ? removed : said
  if (Array.isArray(said)) return said.map(withoutFewDigits)
  if (typeof said !== 'object' || said === null) return said
  return Object.fromEntries(
    Object.entries(said).map(([name, value]) => [fewDigits.test(name) ? removed : name, withoutFewDigits(value)]),
  )
}

/** A key may also be the path to a secret, or a compound name: `card.cvv`, `billing[cardNumber]`, `userCvv`. */
function isKeyOfSecret(name: string): boolean {
  return isSecret(name) || secretMentioned.test(inWords(name))
}

function isSecret(name: string): boolean {
  return secretNames.includes(
    name
      .normalize('NFKC')
      .toLowerCase()
      .replace(/[^a-z0-9]/g, ''),
  )
}

/** A text may itself be JSON, as browsers like to log replies. */
function scrubText(text: string): string {
  const inner = readJson(text)
  if (inner !== undefined) return JSON.stringify(scrubbed(inner))
  return text
    .replace(secretInText, `$1$2${removed}`)
    .replace(refusedDigits, removed)
    .replace(digitRun, (run) => (holdsCardNumber(run) ? removed : run))
}

/** A text parsed as JSON; undefined when it is not JSON. What nests too deep to be walked through is removed. */
function readJson(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return undefined
  try {
    const read: unknown = JSON.parse(text)
    return nestsTooDeep(read) ? removed : read
  } catch {
    return undefined
  }
}

/** Whether lists and objects nest deeper than anybody logs and than can safely be walked through. */
function nestsTooDeep(said: unknown): boolean {
  let level = [said]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > deepest) return true
    level = level.flatMap((value): unknown[] =>
      typeof value === 'object' && value !== null ? Object.values(value) : [],
    )
  }
  return false
}

/**
 * Whether thirteen to nineteen of these digits in a row pass the check of card numbers (ISO/IEC 7812-1). Everything is
 * added up once, so that a note full of digits takes no longer than reading it.
 */
function holdsCardNumber(run: string): boolean {
  const digits = run.replace(/\D/g, '')
  const sums = [checkSums(digits, 0), checkSums(digits, 1)]
  for (let end = shortestCard; end <= digits.length; end++) {
    // The last digit of a card number counts once, the one before it twice, and so on.
    const upTo = sums[(end - 1) % 2] ?? []
    for (let length = shortestCard; length <= Math.min(longestCard, end); length++) {
      if (((upTo[end] ?? 0) - (upTo[end - length] ?? 0)) % 10 === 0) return true
    }
  }
  return false
}

/**
 * The sums of the first 0, 1, 2 … digits, where the digits at even places count `once` (0), or those at odd places (1).
 */
function checkSums(digits: string, once: 0 | 1): number[] {
  let sum = 0
  const sums = [sum]
  for (let place = 0; place < digits.length; place++) {
    const digit = Number(digits[place])
    const counted = place % 2 === once ? digit : digit * 2
    sum += counted > 9 ? counted - 9 : counted
    sums.push(sum)
  }
  return sums
}
