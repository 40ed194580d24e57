import { createHmac } from 'node:crypto'

/**
 * A mark that is the same for the same card and reveals nothing else of it. It consists of letters, so that nothing in
 * the books looks like the digits of a card.
 */
export function cardMark(key: string, cardNumber: string): string {
  const digest = createHmac('sha256', key).update(cardNumber).digest().subarray(0, 8)
  return [...digest].map((byte) => letter(byte >> 4) + letter(byte & 15)).join('')
}

function letter(value: number): string {
  return String.fromCharCode('a'.charCodeAt(0) + value)
}
