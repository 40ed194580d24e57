import { refusedDigits } from '../../database/long-digits.ts'

const removed = '[removed]'

/** Names clients give to what must never be kept, in lower case, without punctuation. */
const secretNames = [
  'cardnum cardnumber ccnum ccnumber creditnum creditcardnumber pan track1 track2',
  'cvv cvv2 cvc cvc2 cvd cvdcode cavv securitycode cardcode',
  'verificationstr1 verificationstr2 ccverificationstr1 ccverificationstr2',
  'expdate expirydate expiry expiration ccexpiry cardexpiry validexpdate password',
].flatMap((names) => names.split(' '))

const secretName = `(?<![a-z])(${secretNames.map((name) => [...name].join('[ _-]?')).join('|')})(?![a-z0-9])`

/** Inside a text: `Enter your CVV`. */
const secretMentioned = new RegExp(secretName, 'i')

/** `card_num: …`, `"CAVV":"…"`, `\"cvv\" = …` inside a text. */
const secretInText = new RegExp(`${secretName}([\\\\"' ]*[:=][\\\\"' ]*)[^\\\\"',;&}\\]\\s]+`, 'gi')

/** As security codes and expiries are: `123`, `1230`, `12/30`, `12-2030`. */
const fewDigits = /^\s*\d[\d\s/-]{1,6}\d\s*$/

/** Possibly one number, with up to three marks between the digits. */
const digitRun = /\d(?:[^\dA-Za-z]{0,3}\d){12,}/g

/** As deep as a body may. */
const deepest = 50

const shortestCard = 13
const longestCard = 19

/** Drops what a secret's name names, as key or neighbor; where a text mentions one, every value of few digits. */
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

/** When one of a list or object is the name of a secret, only such names are kept. */
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

/** `userCvv` or `CVVCode` with its words apart. */
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

/** Also the path to a secret, or a compound: `card.cvv`, `billing[cardNumber]`, `userCvv`. */
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

/** Undefined when it is not JSON; what nests too deep to walk is removed. */
function readJson(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return undefined
  try {
    const read: unknown = JSON.parse(text)
    return nestsTooDeep(read) ? removed : read
  } catch {
    return undefined
  }
}

/** Deeper than anybody logs and than can safely be walked. */
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

/** ISO/IEC 7812-1, thirteen to nineteen in a row; adds up once, for notes full of digits. */
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

/** Of the first 0, 1, 2 … digits; those at even places count `once` (0), or those at odd places (1). */
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
