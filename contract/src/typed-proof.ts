import { z } from 'zod'
import { CalendarDate } from './dates.ts'
import { readAmount } from './money.ts'
import {
  type ProofFieldName,
  type ProofPurpose,
  askedFields,
  proofFields,
  proofNames,
  specifiedProof,
} from './proof.ts'
import { bareNumber, displayName, nameSuffix, plainDigits } from './text.ts'

const Proofs = z
  .array(z.enum(proofNames))
  .min(1)
  .refine((proofs) => new Set(proofs).size === proofs.length, 'names one twice')
  .refine(
    (proofs) => proofs.some((proof) => proof !== 'lastName'),
    'lastName is on every mailbox, so it is never alone',
  )

/** In a profile: what people are asked besides the account number. */
export const Proof = z.strictObject({
  payNow: Proofs.default(() => [...specifiedProof.payNow]).describe('to pay as a guest'),
  registration: Proofs.refine(
    (proofs) => !proofs.includes('houseNumber'),
    'houseNumber is public, so it opens no registration',
  )
    .default(() => [...specifiedProof.registration])
    .describe('to register'),
})

/** In the form that is compared; empty where it is not asked for. */
export type TypedProof = Readonly<Record<ProofFieldName, string>>

/** Null for what cannot be right. */
type Reader = (text: string) => string | null

/** What is typed, however it is spelled, and what is on file: the same form of both is compared. */
export const readProof = {
  postal: (text) => /^\d{5}$/.exec(bareNumber(text))?.[0] ?? null,
  lastName: (text) => nameWords(text).join('') || null,
  lastBillAmount: readCents,
  lastPaymentAmount: readCents,
  lastPaymentDate: readDate,
  houseNumber: (text) => /[1-9]\d*/.exec(plainDigits(text))?.[0] ?? null,
  /** Zeros alone stand for none in many systems. */
  pin: (text) => /^(?!0+$)[0-9A-Z]{4,20}$/.exec(bareNumber(text).toUpperCase())?.[0] ?? null,
} as const satisfies Readonly<Record<ProofFieldName, Reader>>

/** The fields of a call. Only those that the profile asks for are read. */
export function typedProof(purpose: ProofPurpose, zipRequired: string) {
  return {
    postal: typed(purpose, 'postal', zipRequired),
    lastName: typed(purpose, 'lastName'),
    lastBillAmount: typed(purpose, 'lastBillAmount'),
    lastPaymentAmount: typed(purpose, 'lastPaymentAmount'),
    lastPaymentDate: typed(purpose, 'lastPaymentDate'),
    houseNumber: typed(purpose, 'houseNumber'),
    pin: typed(purpose, 'pin'),
  }
}

function typed(purpose: ProofPurpose, name: ProofFieldName, message: string = proofFields[name].error) {
  return z
    .string()
    .max(longest)
    .transform((text, context) => {
      if (!askedFields(purpose).includes(name)) return ''
      const read = readProof[name](text)
      if (read !== null) return read
      context.addIssue(message)
      return z.NEVER
    })
    .prefault('')
}

const longest = 254

/** Every way to give the last name of an account’s holders: `De La Cruz, Maria` is `cruz`, `lacruz` and `delacruz`. */
export function lastNamesOf(fullName: string): ReadonlySet<string> {
  const holders = displayName(fullName).split(/[&+/]|\s(?:and|or)\s/i)
  return new Set(holders.flatMap((holder) => endingsOf(nameWords(holder))))
}

function endingsOf(words: readonly string[]): string[] {
  return words.map((_, from) => words.slice(from).join(''))
}

/** Without case, accents, apostrophes, dots, and what follows a name, such as `Jr.`. */
function nameWords(name: string): string[] {
  const plain = name.normalize('NFKD').replaceAll(/[\p{M}\p{Lm}'’‘`´.]/gu, '')
  const words = plain.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  const last = words.findLastIndex((word) => !nameSuffix.test(word))
  return words.slice(0, last + 1)
}

/** Of a bill or payment; none of zero proves anything. */
function readCents(text: string): string | null {
  const amount = readAmount(text)
  return amount === null || amount <= 0 ? null : String(amount)
}

/** `1/15/2026`, `01-15-26`, `01152026`. */
function readDate(text: string): string | null {
  const plain = plainDigits(text).replaceAll(/[\s\p{Cf}]/gu, '')
  const [, month = '', day = '', year = ''] =
    /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d\d)$/.exec(plain) ?? /^(\d\d)(\d\d)(\d{4})$/.exec(plain) ?? []
  const date = `${year.padStart(4, '20')}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return CalendarDate.safeParse(date).data ?? null
}
