import { receiptPattern, shortNumberForm } from './ids.ts'
import { bareNumber, plainDigits } from './text.ts'

/** Without letters that are mistaken for digits: I, L, O, S and U. */
const characters = '0123456789ABCDEFGHJKMNPQRTVWXYZ'
const first = characters.slice(10).replace('W', '')

/** Ours for a payment whose transaction tag nobody can read out: its receipt is `W-K4M7-92PX` (R1). */
export function newShortNumber(random: (bytes: number) => Uint8Array): string {
  const [start = 0, ...more] = random(7)
  const drawn = `${first.charAt(start % first.length)}${more.map((byte) => characters.charAt(byte % 31)).join('')}`
  const check = characters.charAt((31 - (weighed(drawn) % 31)) % 31)
  return `${drawn.slice(0, 4)}-${drawn.slice(4)}${check}`
}

/** Each character has a weight of its own and 31 is prime: one that is wrong, or two exchanged, are always noticed. */
function weighed(text: string): number {
  return [...text].reduce((sum, character, place) => sum + characters.indexOf(character) * (8 - place), 0)
}

const typedForm = new RegExp(String.raw`^W?(${shortNumberForm.replace('}-[', '}[')})\d{0,4}$`)

/**
 * As people write it down and type it: in any case, with spaces or without dashes, O for 0, I or L for 1 and S for 5,
 * with or without `W-` and the `-{n}` of one account. Null for what has another form.
 */
export function readShortNumber(typed: string): { number: string; isMistyped: boolean } | null {
  const plain = bareNumber(typed.normalize('NFKC')).toUpperCase()
  const [, bare] = typedForm.exec(plain.replaceAll('O', '0').replaceAll(/[IL]/g, '1').replaceAll('S', '5')) ?? []
  if (bare === undefined) return null
  return { number: `${bare.slice(0, 4)}-${bare.slice(4)}`, isMistyped: weighed(bare) % 31 !== 0 }
}

/** The tag in what people type for a receipt, of a whole payment or one account, with or without `W-`; null without. */
export function tagOfReceipt(typed: string): string | null {
  const plain = plainDigits(typed).trim()
  const receipt = `W-${plain.replace(/^w *(- *|(?=\d))/i, '')}`
  return readShortNumber(plain)?.number ?? receiptPattern.exec(receipt)?.groups?.['tag'] ?? null
}

/** Said at once: its check character shows that no payment can have it. */
export const mistypedReceipt = 'No receipt has this number. Check it for typing mistakes.'

export function isMistypedReceipt(typed: string): boolean {
  return readShortNumber(typed)?.isMistyped ?? false
}
