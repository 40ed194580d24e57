import { chanceOf, shuffled } from './chance.ts'

/**
 * Keys that look like those of a CC&B installation: random, except that everything of one account shares its first
 * seven digits (docs/extract-format.md). Unique by construction for up to ten million accounts.
 */
export interface AccountKeys {
  accountId: string
  premiseId: string
  /** One per service: water, sewer. */
  agreementIds: readonly [string, string]
  /** Twelve digits; months count from 2000. */
  billId(month: number): string
  /** `nth` below 8 within the month. */
  segmentId(month: number, nth: number): string
  /** `nth` below 16 within the month. */
  transactionId(month: number, nth: number): string
  paymentId(month: number): string
}

export function accountKeys(seed: number, account: number): AccountKeys {
  const chance = chanceOf(seed)
  const prefix = sevenDigits(shuffled(seed, 'account key', account))
  const offset = chance.whole('offset of keys', account, [0, 99_999])
  const first = chance.whole('agreement key', account, [0, 499])
  // 7919 and 100000 have no common divisor, so different counts give different endings.
  const ending = (count: number) => String((count * 7919 + offset) % 100_000).padStart(5, '0')
  return {
    accountId: prefix + threeDigits(chance.whole('account ending', account, [0, 999])),
    premiseId: sevenDigits(shuffled(seed, 'premise key', account)) + threeDigits(offset % 1000),
    agreementIds: [prefix + threeDigits(first), prefix + threeDigits(first + 500)],
    billId: (month) => prefix + ending(month),
    segmentId: (month, nth) => prefix + ending(month * 8 + nth),
    transactionId: (month, nth) => prefix + ending(month * 16 + nth),
    paymentId: (month) => prefix + ending(month),
  }
}

export function personKey(seed: number, person: number): string {
  const ending = chanceOf(seed).whole('person ending', person, [0, 999])
  return sevenDigits(shuffled(seed, 'person key', person)) + threeDigits(ending)
}

const sevenDigits = (number: number) => String(number).padStart(7, '0')
const threeDigits = (number: number) => String(number).padStart(3, '0')
