import { createHmac } from 'node:crypto'

/**
 * The same letters for the same card and nothing else about it. Letters only: nothing in the books can be mistaken for
 * digits of a card.
 */
export function cardMark(key: string, cardNumber: string): string {
  const digest = createHmac('sha256', key).update(cardNumber).digest().subarray(0, 8)
  return [...digest].map((byte) => letter(byte >> 4) + letter(byte & 15)).join('')
}

function letter(value: number): string {
  return String.fromCharCode('a'.charCodeAt(0) + value)
}
