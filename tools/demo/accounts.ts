import type { CalendarDate } from '@portal/contract/dates'
import type { DemoAnswers } from './answers.ts'
import { dateOf, monthOf } from './calendar.ts'
import { type Chance, chanceOf } from './chance.ts'
import { type AccountKeys, accountKeys } from './keys.ts'
import type { DemoPayments } from './payments.ts'
import { boxOf, type DemoAddress, type DemoPerson, streetOf } from './people.ts'
import type { CustomerClass, MeterSize } from './tariff.ts'

/** The properties of an account that stay the same in all its months. Months count from 2000. */
export interface DemoAccount {
  number: number
  keys: AccountKeys
  person: DemoPerson
  customerClass: CustomerClass
  premiseType: string
  premise: DemoAddress
  meterSize: MeterSize
  badge: string
  hasSewer: boolean
  billDay: number
  billCycle: string
  setupDate: CalendarDate
  /** The first and last month with a bill, within the months of the extract. */
  firstMonth: number
  lastMonth: number
  isClosed: boolean
  isCashOnly: boolean
  habit: PaymentHabit
  billAddress: { source: 'PER' | 'PREM' | 'N/A' | null } | { source: 'ACOV'; name: string | null; address: DemoAddress }
}

/** In full, not at all for the last months, half of it each time, or so far ahead that a credit is left. */
type PaymentHabit = { kind: 'full' | 'half' | 'ahead' } | { kind: 'behind'; months: number }

function monthsOf(asOf: CalendarDate, billDay: number, months: number): { first: number; last: number } {
  const month = monthOf(asOf)
  const last = dateOf(month, billDay) <= asOf ? month : month - 1
  return { first: last - months + 1, last }
}

export interface DemoUtility {
  seed: number
  division: string
  asOf: CalendarDate
  months: number
  answers?: DemoAnswers | undefined
  payments?: DemoPayments | undefined
}

export function accountOf({ seed, asOf, months }: DemoUtility, number: number, person: DemoPerson): DemoAccount {
  const chance = chanceOf(seed)
  const customerClass = classOf(chance, number, person)
  const cycle = chance.whole('bill cycle', number, [1, 20])
  const span = monthsOf(asOf, cycle + 3, months)
  // Some people moved in or out during the months of the extract.
  const movedIn = chance.happens('moved in lately', 0.05, number) ? chance.whole('move-in', number, [1, months - 1]) : 0
  const movedOut = chance.happens('moved out', 0.04, number) ? chance.whole('move-out', number, [1, months - 1]) : 0
  const firstMonth = span.first + movedIn
  const lastMonth = Math.max(firstMonth, span.last - movedOut)
  return {
    number,
    keys: accountKeys(seed, number),
    person,
    customerClass,
    premiseType: premiseTypes[customerClass],
    premise: streetOf(chance, number),
    meterSize: sizeOf(chance, number, customerClass),
    badge: `W${String(chance.whole('badge', number, [0, 99])).padStart(2, '0')}${String(number).padStart(7, '0')}`,
    hasSewer: customerClass !== 'AGRI' && chance.happens('sewer', 0.7, number),
    billDay: cycle + 3,
    billCycle: `C${String(cycle).padStart(2, '0')}`,
    setupDate: movedIn > 0 ? dateOf(firstMonth - 1, cycle + 1) : dateOf(chance.whole('setup', number, [-60, 180]), 15),
    firstMonth,
    lastMonth,
    isClosed: movedOut > 0,
    isCashOnly: chance.happens('cash only', 0.012, number),
    habit: habitOf(chance, number),
    billAddress: billAddressOf(chance, number, person),
  }
}

const premiseTypes: Record<CustomerClass, string> = {
  RESID: 'SFH',
  COMM: 'COMM',
  HOTEL: 'HOTEL',
  GOVT: 'GOVT',
  AGRI: 'FARM',
}

function classOf(chance: Chance, number: number, person: DemoPerson): CustomerClass {
  const draw = chance.uniform('customer class', number)
  switch (person.kind) {
    case 'agency':
      return 'GOVT'
    case 'home':
      return draw < 0.97 ? 'RESID' : 'AGRI'
    case 'landlord':
      return draw < 0.85 ? 'RESID' : 'COMM'
    case 'firm':
      if (draw < 0.85) return 'COMM'
      return draw < 0.95 ? 'HOTEL' : 'AGRI'
  }
}

function sizeOf(chance: Chance, number: number, customerClass: CustomerClass): MeterSize {
  const draw = chance.uniform('meter size', number)
  if (customerClass === 'RESID') return draw < 0.95 ? '3/4"' : '1"'
  if (customerClass === 'HOTEL') return draw < 0.5 ? '2"' : '4"'
  if (draw < 0.45) return '1"'
  if (draw < 0.75) return '1-1/2"'
  return draw < 0.95 ? '2"' : '4"'
}

/** About one account in ten is in arrears. */
function habitOf(chance: Chance, number: number): PaymentHabit {
  const draw = chance.uniform('payment habit', number)
  if (draw < 0.07) return { kind: 'behind', months: chance.whole('months behind', number, [2, 6]) }
  if (draw < 0.1) return { kind: 'half' }
  return { kind: draw < 0.14 ? 'ahead' : 'full' }
}

function billAddressOf(chance: Chance, number: number, person: DemoPerson): DemoAccount['billAddress'] {
  const draw = chance.uniform('bill address', number)
  if (draw < 0.6) return { source: 'PER' }
  if (draw < 0.85) return { source: 'PREM' }
  // Without paper bills, the billing system has the code N/A or nothing.
  if (draw >= 0.97) return { source: draw < 0.985 ? 'N/A' : null }
  const name = chance.happens('name on bills', 0.4, number) ? `Care of ${person.fullName}` : null
  return { source: 'ACOV', name, address: boxOf(chance, number + 10_000_000) }
}
