import type { Kind } from './kinds.ts'

/** Begins with a digit for what it names, and ends with the account's place in the list. */
export function key(first: number, number: number, length = 10): string {
  return `${first}${String(number).padStart(length - 1, '0')}`
}

export function nameOf(kind: Kind, number: number): string {
  return kind.name ?? `Example, Customer ${number}`
}

/** The six fields of an address. */
export function addressOf(number: number): (string | null)[] {
  return [`${100 + number} Main Street`, null, 'Rivertown', 'WY', '82501', 'USA']
}
