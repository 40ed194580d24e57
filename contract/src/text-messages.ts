import { z } from 'zod'
import { phoneDigits } from './text.ts'

/** Where the provider of text messages tells what became of a text, and what people reply (docs/deployment.md). No call. */
export const textEventsPath = '/api/v1/text-events'

/** Bytes. */
export const largestTextEvent = 32 * 1024

/** `+16715550101`: a number of the United States or one of its territories that may be a mobile. */
export const MobileNumber = z
  .string()
  .regex(/^\+1[2-9]\d{2}[2-9]\d{6}$/)
  .brand<'MobileNumber'>()
export type MobileNumber = z.infer<typeof MobileNumber>

/** In the same numbering plan, but other countries, toll-free or premium: costly, and no customer’s mobile. */
const otherAreaCodes = new Set(
  `242 246 264 268 284 345 441 473 649 658 664 721 758 767 784 809 829 849 868 869 876
  800 833 844 855 866 877 888 900`.split(/\s+/),
)

/** A number as people write it, with its area code; null when no text can be sent to it. */
export function mobileNumberOf(typed: string): MobileNumber | null {
  const digits = phoneDigits(typed) ?? ''
  if (otherAreaCodes.has(digits.slice(0, 3))) return null
  return MobileNumber.safeParse(`+1${digits}`).data ?? null
}

export const mobileNumberField = (invalid: string) =>
  z
    .string()
    .max(50, invalid)
    .transform((typed, context) => {
      const number = mobileNumberOf(typed)
      if (number) return number
      context.addIssue({ code: 'custom', message: invalid })
      return z.NEVER
    })

/** What a reply to a text asks for. */
export type ReplyWord = 'stop' | 'start' | 'help' | 'other'

const replyWords: Readonly<Record<string, ReplyWord>> = {
  STOP: 'stop',
  STOPALL: 'stop',
  UNSUBSCRIBE: 'stop',
  END: 'stop',
  QUIT: 'stop',
  REVOKE: 'stop',
  OPTOUT: 'stop',
  CANCEL: 'stop',
  START: 'start',
  UNSTOP: 'start',
  HELP: 'help',
  INFO: 'help',
}

/** Around such a word, they say nothing else: `please stop sending me these texts`. */
const fillers = new Set(
  `PLEASE PLS PLZ NOW THANKS THANK YOU ME MY THE THESE THIS ALL TEXT TEXTS TEXTING TXT MESSAGE MESSAGES MESSAGING
  ALERT ALERTS SENDING FROM TO NUMBER`.split(/\s+/),
)

/** Whatever its case, spaces and punctuation. A reply that says anything else is `other`: a person may have to read it. */
export function replyWord(reply: string): ReplyWord {
  const words = reply
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/\bOPT[\s-]OUT\b/g, 'OPTOUT')
    .match(/[\p{L}\p{N}]+/gu)
  const meant = new Set((words ?? []).filter((word) => !fillers.has(word)).map((word) => replyWords[word] ?? 'other'))
  const [word = 'other'] = meant
  return meant.size === 1 ? word : 'other'
}

/** The letters of a text at 7 bits; those in the second line count twice. */
const sevenBits =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà'
const sevenBitsTwice = '\f^{}\\[~]|€'

/** Typographic signs that the provider replaces by plain ones (“smart encoding”). */
const replaced: Readonly<Record<string, string>> = {
  '‘': "'",
  '’': "'",
  '“': '"',
  '”': '"',
  '–': '-',
  '—': '-',
  '…': '...',
  '\u00a0': ' ',
}

/** The length of a text that is one part at 7 bits. */
export const onePartLength = 160

/** At 7 bits, and the first letter that makes a text longer than that; null when there is none. */
export function textLength(text: string): { length: number; odd: string | null } {
  const letters = plainLetters(text)
  const odd = letters.find((letter) => !sevenBits.includes(letter) && !sevenBitsTwice.includes(letter)) ?? null
  return { length: letters.length + letters.filter((letter) => sevenBitsTwice.includes(letter)).length, odd }
}

function plainLetters(text: string): string[] {
  return [...text.replaceAll(/[‘’“”–—…\u00a0]/g, (sign) => replaced[sign] ?? sign)]
}

/**
 * In how many parts a text is sent, each of which is paid for. One letter beyond GSM-7 makes them less than half as long.
 */
export function textParts(text: string): number {
  const letters = plainLetters(text)
  const isSevenBits = textLength(text).odd === null
  const sizes = letters.map((letter) => (isSevenBits ? Number(sevenBitsTwice.includes(letter)) + 1 : letter.length))
  const [alone, each] = isSevenBits ? [onePartLength, 153] : [70, 67]
  if (sizes.reduce((sum, size) => sum + size, 0) <= alone) return 1
  let parts = 1
  let used = 0
  // A letter of two units is never cut.
  for (const size of sizes) {
    if (used + size > each) {
      parts += 1
      used = 0
    }
    used += size
  }
  return parts
}
