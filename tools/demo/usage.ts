import type { DemoAccount } from './accounts.ts'
import { monthOfYear } from './calendar.ts'
import { type Chance, chanceOf } from './chance.ts'
import type { CustomerClass } from './tariff.ts'

/** What a meter did in one billed month. Gallons are multiples of the register's unit. */
export interface MonthOfUsage {
  gallons: number
  /** In its own units. The end is lower when the register rolled over. */
  startReading: number
  endReading: number
  isEstimated: boolean
  isLeaking: boolean
  /** The previous month was misread and is billed again here, with these readings. */
  corrected: { gallons: number; startReading: number; endReading: number } | null
}

/** A register counts tens of gallons and rolls over after six digits. */
export const gallonsPerUnit = 10
const fullScale = 1_000_000

/** Median gallons of a month (homes on Guam: 5.4 thousand). */
const medianGallons: Record<CustomerClass, number> = {
  RESID: 5400,
  COMM: 9000,
  HOTEL: 160_000,
  GOVT: 22_000,
  AGRI: 15_000,
}

export function usageOf(seed: number, account: DemoAccount): MonthOfUsage[] {
  const chance = chanceOf(seed)
  const months: MonthOfUsage[] = []
  let booked = chance.whole('first reading', account.number, [0, fullScale - 1])
  let real = booked
  let misread: MonthOfUsage['corrected'] = null
  for (let month = account.firstMonth; month <= account.lastMonth; month++) {
    real += unitsIn(chance, account, month)
    const read = readIn(chance, account, month, { booked, real })
    months.push({
      ...between(booked, read.end),
      isEstimated: read.isEstimated,
      isLeaking: leakFactor(chance, account.number, month) > 1,
      corrected: misread,
    })
    misread = read.isMisread ? between(booked, real) : null
    // A misread meter is noticed before the next bill, which starts from the right reading.
    booked = read.isMisread ? real : read.end
  }
  return months
}

function between(start: number, end: number) {
  return {
    gallons: (end - start) * gallonsPerUnit,
    startReading: start % fullScale,
    endReading: end % fullScale,
  }
}

/** The register in the utility's books, and its true state. They differ after an estimate. */
interface Register {
  booked: number
  real: number
}

function readIn(chance: Chance, account: DemoAccount, month: number, { booked, real }: Register) {
  const isLast = month === account.lastMonth
  if (!isLast && chance.happens('estimated', 0.015, account.number, month)) {
    const used = real - booked
    // Never more than what will have been used by the next reading, which corrects it.
    const most = used + unitsIn(chance, account, month + 1)
    const estimate = Math.round(used * (0.7 + 0.5 * chance.uniform('estimate', account.number, month)))
    return { end: booked + Math.min(estimate, most), isEstimated: true, isMisread: false }
  }
  if (!isLast && chance.happens('misread', 0.012, account.number, month))
    return {
      end: real + chance.whole('misread by', account.number, [100, 900], month),
      isEstimated: false,
      isMisread: true,
    }
  return { end: real, isEstimated: false, isMisread: false }
}

function unitsIn(chance: Chance, account: DemoAccount, month: number): number {
  if (chance.happens('nobody there', 0.013, account.number, month)) return 0
  // Households differ with sigma 0.74; one household's months with 0.38, each month a little like the one before.
  const household = Math.exp(0.74 * chance.normal('household', account.number))
  const drift =
    0.29 * chance.normal('month', account.number, month - 1) + 0.957 * chance.normal('month', account.number, month)
  const drySeason = 1 + 0.06 * Math.cos(((monthOfYear(month) - 3) / 12) * 2 * Math.PI)
  const gallons = medianGallons[account.customerClass] * household * Math.exp(0.38 * drift) * drySeason
  return Math.round((gallons * leakFactor(chance, account.number, month)) / gallonsPerUnit)
}

/** In two years, three accounts in a hundred have one leak of one to three months, at two to six times the usage. */
function leakFactor(chance: Chance, account: number, month: number): number {
  if (!chance.happens('leak', 0.03, account, Math.floor(month / 24))) return 1
  const begin = chance.whole('leak begins', account, [0, 21], Math.floor(month / 24))
  const length = chance.whole('leak lasts', account, [1, 3], Math.floor(month / 24))
  const at = month % 24
  return at >= begin && at < begin + length ? 2 + 4 * chance.uniform('leak size', account, Math.floor(month / 24)) : 1
}
