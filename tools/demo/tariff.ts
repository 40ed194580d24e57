/**
 * An invented tariff, shaped like a real one: a base charge by meter size, two tiers of water for homes and one price
 * for everybody else, sewer flat for homes and by volume for the others, and a surcharge on all but the lifeline. It is
 * nobody's tariff, and every bill says so. Amounts in cents, volumes in gallons.
 */
export const customerClasses = ['RESID', 'COMM', 'HOTEL', 'GOVT', 'AGRI'] as const
export type CustomerClass = (typeof customerClasses)[number]

const className: Record<CustomerClass, string> = {
  RESID: 'home',
  COMM: 'business',
  HOTEL: 'hotel',
  GOVT: 'government',
  AGRI: 'farm',
}

export const meterSizes = ['3/4"', '1"', '1-1/2"', '2"', '4"'] as const
export type MeterSize = (typeof meterSizes)[number]

/** A charge as printed on a bill: lines that add up to `cents`. */
export interface TariffCharge {
  description: string
  rate: string
  cents: number
  lines: { description: string; cents: number; print: boolean }[]
}

const lifelineGallons = 5000
/** The prices of the first year: cents per month and meter, cents per 1,000 gallons. */
const firstYear = {
  base: { '3/4"': 1900, '1"': 3200, '1-1/2"': 6300, '2"': 10_100, '4"': 31_700 } satisfies Record<MeterSize, number>,
  lifeline: 340,
  water: { RESID: 1310, COMM: 1490, HOTEL: 1580, GOVT: 1540, AGRI: 590 } satisfies Record<CustomerClass, number>,
  sewerFlat: 2750,
  sewer: 1720,
}
const yearlyIncrease = 0.04
const firstTariffYear = 2015
const surchargePerMille = 36

/** Prices change on 1 October. Months count from 2000. */
function priceIn(month: number, cents: number): number {
  const years = Math.max(0, Math.floor((month + 3) / 12) + 2000 - firstTariffYear - 1)
  return Math.round(cents * (1 + yearlyIncrease) ** years)
}

export function waterCharge(of: CustomerClass, size: MeterSize, month: number, gallons: number): TariffCharge {
  const lifeline = of === 'RESID' ? Math.min(gallons, lifelineGallons) : 0
  const base = priceIn(month, firstYear.base[size])
  const usage = volumeLine(
    of === 'RESID' ? 'Over 5,000 gallons' : 'Water',
    gallons - lifeline,
    priceIn(month, firstYear.water[of]),
  )
  const lines = [
    { description: `Base charge, ${size} meter`, cents: base, print: true },
    ...(of === 'RESID' ? [volumeLine('First 5,000 gallons', lifeline, priceIn(month, firstYear.lifeline))] : []),
    usage,
    surchargeLine(base + usage.cents),
    // Real bills have lines that are calculated but not printed.
    { description: 'Rate stabilization (not applied)', cents: 0, print: false },
  ]
  return charge(`Water, ${className[of]}`, `W${of}`, lines)
}

export function sewerCharge(of: CustomerClass, month: number, gallons: number): TariffCharge {
  const main =
    of === 'RESID'
      ? { description: 'Sewer, flat charge', cents: priceIn(month, firstYear.sewerFlat), print: true }
      : volumeLine('Sewer, for 80% of the water', Math.floor((gallons * 8) / 100) * 10, priceIn(month, firstYear.sewer))
  return charge(`Sewer, ${className[of]}`, `S${of}`, [main, surchargeLine(main.cents)])
}

function charge(description: string, rate: string, lines: TariffCharge['lines']): TariffCharge {
  return { description, rate, lines, cents: lines.reduce((sum, line) => sum + line.cents, 0) }
}

function volumeLine(what: string, gallons: number, centsPerThousand: number) {
  const price = `$${(centsPerThousand / 100).toFixed(2)}`
  return {
    description: `${what}: ${gallons.toLocaleString('en-US')} gallons at ${price} per 1,000`,
    cents: roundedQuotient(gallons * centsPerThousand, 1000),
    print: true,
  }
}

function surchargeLine(cents: number) {
  return { description: 'Surcharge, 3.6%', cents: roundedQuotient(cents * surchargePerMille, 1000), print: true }
}

/** Half a cent is rounded up. The result is exact, because both are whole numbers. */
function roundedQuotient(dividend: number, divisor: number): number {
  return Math.floor((2 * dividend + divisor) / (2 * divisor))
}
