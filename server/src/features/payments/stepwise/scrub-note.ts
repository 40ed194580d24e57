import { passesLuhn } from '@portal/contract/card'
import { refusedDigits } from '../../../database/long-digits.ts'

const removed = '[removed]'

/** Names under which clients carry what must never be kept, without case and punctuation. */
const secretNames = [
  'cardnum cardnumber ccnum ccnumber creditnum creditcardnumber pan track1 track2',
  'cvv cvv2 cvc cvc2 cvd cvdcode cavv securitycode cardcode',
  'verificationstr1 verificationstr2 ccverificationstr1 ccverificationstr2',
  'expdate expirydate expiry expiration ccexpiry cardexpiry validexpdate password',
].flatMap((names) => names.split(' '))

/** `card_num: …`, `"CAVV":"…"`, `\"cvv\" = …` inside a text. */
const secretInText = new RegExp(
  `(?<![a-z])(${secretNames.map((name) => [...name].join('[ _-]?')).join('|')})(?![a-z0-9])([\\\\"' ]*[:=][\\\\"' ]*)[^\\\\"',;&}\\]\\s]+`,
  'gi',
)

/** Digits that could be one number, with up to three marks between them. */
const digitRun = /\d(?:[^\dA-Za-z]{0,3}\d){12,}/g

/** What a client said, as JSON text without anything that could be a card number, a security code or an expiry. */
export function scrubNote(said: unknown): string {
  return JSON.stringify(scrubbed(said)).replace(refusedDigits, removed)
}

function scrubbed(said: unknown): unknown {
  if (typeof said === 'string') return scrubText(said.normalize('NFKC'))
  if (typeof said === 'number') return holdsCardNumber(String(said)) ? removed : said
  if (Array.isArray(said)) return said.map(scrubbed)
  if (typeof said !== 'object' || said === null) return said
  return Object.fromEntries(
    Object.entries(said).map(([name, value]) => [scrubText(name), isSecret(name) ? removed : scrubbed(value)]),
  )
}

function isSecret(name: string): boolean {
  return secretNames.includes(name.toLowerCase().replace(/[^a-z0-9]/g, ''))
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

function readJson(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Whether thirteen to nineteen of these digits in a row pass the check of card numbers (ISO/IEC 7812-1). */
function holdsCardNumber(run: string): boolean {
  const digits = run.replace(/\D/g, '')
  for (let length = 13; length <= 19; length++) {
    for (let start = 0; start + length <= digits.length; start++) {
      if (passesLuhn(digits.slice(start, start + length))) return true
    }
  }
  return false
}
