import { type Cents, cents, sumCents } from './money.ts'

/** What is owed on an account by its age (docs/extract-format.md). The five add up to the balance. */
export interface AgedDebt {
  /** What the newest bill added; a credit goes here too, as a negative amount. */
  newCharges: Cents
  /** Older debt, due up to 30, 60 or 90 days ago, and longer ago. None of them is negative. */
  days30: Cents
  days60: Cents
  days90: Cents
  older: Cents
}

/** Negative for a credit. */
export function balanceOf(debt: AgedDebt): Cents {
  return sumCents([debt.newCharges, debt.days30, debt.days60, debt.days90, debt.older])
}

export function arrearsOf(debt: AgedDebt): Cents {
  return sumCents([debt.days30, debt.days60, debt.days90, debt.older])
}

/** A payment pays the oldest first; the rest becomes a credit. A negative one is money given back, owed again. */
export function payOldestFirst(debt: AgedDebt, paid: Cents): AgedDebt {
  let left: number = paid
  const lower = (owed: Cents): Cents => {
    const settled = Math.min(owed, Math.max(left, 0))
    left -= settled
    return cents(owed - settled)
  }
  const older = lower(debt.older)
  const days90 = lower(debt.days90)
  const days60 = lower(debt.days60)
  const days30 = lower(debt.days30)
  return { newCharges: cents(debt.newCharges - left), days30, days60, days90, older }
}
