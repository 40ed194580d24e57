import { z } from 'zod'
import { bareNumber, phoneDigits } from './text.ts'

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

/**
 * In the same numbering plan, but Canada, the Caribbean, or no place at all, such as toll-free, paid and personal numbers:
 * costly, and no customer’s mobile.
 */
const otherAreaCodes = new Set(
  `204 226 236 249 250 257 263 289 306 343 354 365 367 368 382 387 403 416 418 428 431 437 438 450 460 468 474 506 514 519
  537 548 568 579 581 584 587 604 613 639 647 672 683 705 709 742 753 778 780 782 807 819 825 867 873 879 902 905 942
  242 246 264 268 284 345 441 473 649 658 664 721 758 767 784 809 829 849 868 869 876
  456 500 521 522 523 524 525 526 527 528 529 532 533 535 538 542 543 544 545 546 547 549 550 552 553 554 556 558 566 569
  577 578 588 589 600 622 633 644 655 677 688 700 710 800 822 833 844 855 866 877 880 881 882 883 884 885 886 887 888 889
  900 976`.split(/\s+/),
)

/** A number as people write it, with its area code; null for none, and `elsewhere` for one that we never text. */
export function mobileNumberOf(typed: string): MobileNumber | 'elsewhere' | null {
  const digits = phoneDigits(typed) ?? ''
  const bare = bareNumber(typed).replaceAll(/[().]/g, '')
  if (otherAreaCodes.has(digits.slice(0, 3)) || /^(\+(?!1)|00|011)\d{7,}$/.test(bare)) return 'elsewhere'
  return MobileNumber.safeParse(`+1${digits}`).data ?? null
}

/** What is said of a number that is `elsewhere`. */
export const elsewhereText = 'We can only text mobile numbers of the United States and its territories.'

export const mobileNumberField = (invalid: string) =>
  z
    .string()
    .max(50, invalid)
    .transform((typed, context) => {
      const number = mobileNumberOf(typed)
      if (number !== null && number !== 'elsewhere') return number
      context.addIssue({ code: 'custom', message: number === null ? invalid : elsewhereText })
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

/** Before a stop word. */
const courtesies = new Set(['PLEASE', 'PLS', 'PLZ', 'NOW', 'THANKS'])

/** Around such a word, they say nothing else: `please stop sending me these texts`. */
const fillers = new Set(
  `PLEASE PLS PLZ NOW THANKS THANK YOU ME MY THE THESE THIS ALL TEXT TEXTS TEXTING TXT MESSAGE MESSAGES MESSAGING
  ALERT ALERTS SENDING FROM TO NUMBER`.split(/\s+/),
)

/** As much of a reply is read and kept; providers send no more than 1,600. */
export const longestReply = 1600

export interface ReadReply {
  word: ReplyWord
  /** A person may have something to do: it says more than one word for the machine. */
  saysMore: boolean
}

/**
 * Whatever its case, spaces and punctuation. A stop word stops whatever follows it, such as a signature, and so does who
 * says that we have the wrong number; the other words count only alone.
 */
export function readReply(reply: string): ReadReply {
  const words = reply
    .slice(0, longestReply)
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/\bOPT[\s-]OUT\b/g, 'OPTOUT')
    .replaceAll(/\bWRONG\s+(NUMBER|PERSON)\b/g, 'WRONGNUMBER')
    .match(/[\p{L}\p{N}]+/gu)
  const said = (words ?? []).filter((word) => !fillers.has(word))
  const meant = new Set(said.map((word) => replyWords[word] ?? 'other'))
  const [first = 'other'] = meant
  if (meant.size === 1 && first !== 'other') return { word: first, saysMore: false }
  const leading = words?.find((word) => !courtesies.has(word)) ?? ''
  const stops = replyWords[leading] === 'stop' || said.includes('WRONGNUMBER')
  return { word: stops ? 'stop' : 'other', saysMore: words !== null }
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
