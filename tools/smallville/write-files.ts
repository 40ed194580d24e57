import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { CalendarDate } from '@portal/contract/dates'
import { type Cents, cents, decimalCents } from '@portal/contract/money'
import { zipOf } from '@portal/server/features/billing-exchange/layout/testing/zip.ts'
import { dateOf, monthOf } from '../demo/calendar.ts'
import { type Chance, chanceOf } from '../demo/chance.ts'
import { billImage } from './bill-image.ts'
import { firstNames, lastNames, streets } from './names.ts'

/** What Smallville's billing system knows of one account. */
interface Account {
  /** Its place in the utility, counted from 0. */
  nth: number
  route: number
  location: number
  tenant: number
  /** As printed: `101-0101-01`. */
  number: string
  customer: number
  name: string
  email: string | null
  phone: string
  street: string
  /** On the bill, to prove who opens the account online. */
  pin: number
  /** The newest first. */
  bills: { date: CalendarDate; due: CalendarDate; amount: Cents }[]
  /** What is due now; negative for a credit. */
  balance: Cents
}

const months = 13
const firstRoute = 101
const firstLocation = 101
const perRoute = 250
const zips = ['78390', '78377', '78393'] as const
/** Landlords have several accounts; customers before them have one each. */
const landlords = 40

/**
 * Writes the files of one night: what a small billing system can give, without lines, ages or usage. The same seed and day
 * give the same bytes.
 */
export async function writeSmallvilleFiles(
  folder: string,
  { accounts, seed, asOf }: { accounts: number; seed: number; asOf: CalendarDate },
): Promise<void> {
  const chance = chanceOf(seed)
  const all = Array.from({ length: accounts }, (_, nth) => accountOf(chance, nth, accounts, asOf))
  await mkdir(folder, { recursive: true })
  const day = asOf.replaceAll('-', '')
  await writeFile(join(folder, 'images.zip'), zipOf(all.flatMap(imageOf)))
  const write = async (name: string, header: string, rows: readonly string[]) =>
    await writeFile(join(folder, `${name}_${day}.csv`), `${[header, ...rows].join('\r\n')}\r\n`)
  await write(
    'accounts',
    'Route,Location,Tenant,Customer,Bill To,Service Address,Zip,Bill Date,Due Date,Bill Amount,Balance Due,PIN',
    all.map((account) => {
      const { route, location, tenant, customer, name, street, bills, balance, pin, nth } = account
      const [newest] = bills
      const zip = chance.pick('zip', nth, zips)
      const billed = newest ? [american(newest.date), american(newest.due), decimalCents(newest.amount)] : ['', '', '']
      return [route, location, tenant, customer, `"${name}"`, street, zip, ...billed, decimalCents(balance), pin].join(
        ',',
      )
    }),
  )
  await write(
    'customers',
    'Account,Customer,Bill To,Email,Phone',
    all.map(({ number, customer, name, email, phone }) =>
      [number, customer, `"${name}"`, email ?? '', phone].join(','),
    ),
  )
  await write(
    'bills',
    'Account,Bill Date,Due Date,Bill Amount',
    all.flatMap(({ number, bills }) =>
      bills.map(({ date, due, amount }) => [number, american(date), american(due), decimalCents(amount)].join(',')),
    ),
  )
}

/** The PIN on the bills of an account, such as `101-0101-01`. */
export function pinOf(seed: number, number: string): string {
  const [route = 0, location = 0] = number.split('-').map(Number)
  return String(pinAt(chanceOf(seed), (route - firstRoute) * perRoute + location - firstLocation))
}

const pinAt = (chance: Chance, nth: number): number => chance.whole('pin', nth, [100_000, 999_999])

function accountOf(chance: Chance, nth: number, accounts: number, asOf: CalendarDate): Account {
  const route = firstRoute + Math.floor(nth / perRoute)
  const location = firstLocation + (nth % perRoute)
  const tenant = chance.pick('tenant', nth, [1, 1, 1, 2, 3])
  const number = `${route}-${String(location).padStart(4, '0')}-${String(tenant).padStart(2, '0')}`
  const ownAccounts = accounts - landlords * 4
  const customer = nth < ownAccounts ? nth + 1 : ownAccounts + 1 + Math.floor((nth - ownAccounts) / 4)
  const first = chance.pick('first name', customer, firstNames)
  const last = chance.pick('last name', customer, lastNames)
  const bills = billsOf(chance, nth, asOf)
  return {
    nth,
    route,
    location,
    tenant,
    number,
    customer,
    name: `${last}, ${first}`,
    email: chance.happens('email', 0.8, customer) ? `${first}.${last}${customer}@example.com`.toLowerCase() : null,
    phone: `361-555-0${chance.whole('phone', customer, [100, 199])}`,
    street: `${chance.whole('house', nth, [100, 2400])} ${chance.pick('street', nth, streets)}`,
    pin: pinAt(chance, nth),
    bills,
    balance: balanceOf(chance, nth, bills),
  }
}

/** Each route is billed on a day of its own. */
function billsOf(chance: Chance, nth: number, asOf: CalendarDate): Account['bills'] {
  const day = 1 + Math.floor(nth / perRoute) * 2
  const thisMonth = monthOf(asOf)
  const newest = dateOf(thisMonth, day) <= asOf ? thisMonth : thisMonth - 1
  return Array.from({ length: months }, (_, back) => {
    const month = newest - back
    const summer = [6, 7, 8].includes(month % 12) ? 1.4 : 1
    const usual = chance.whole('use', nth, [2400, 9800])
    const amount = cents(Math.round(usual * summer * (0.85 + 0.3 * chance.uniform('month', nth, month))))
    return { date: dateOf(month, day), due: dateOf(month, day, 21), amount }
  })
}

/** Most owe their newest bill, some nothing, a few that and the one before, and a few have paid too much. */
function balanceOf(chance: Chance, nth: number, [newest, before]: Account['bills']): Cents {
  const luck = chance.uniform('balance', nth)
  const owed = newest?.amount ?? 0
  if (luck < 0.03) return cents(-chance.whole('credit', nth, [500, 9000]))
  if (luck < 0.45) return cents(0)
  return cents(luck < 0.92 ? owed : owed + (before?.amount ?? 0))
}

/** Of the newest bill; the older ones were kept on paper. */
function imageOf({ number, name, street, bills: [bill], pin }: Account): { name: string; content: Buffer }[] {
  if (!bill) return []
  const content = billImage('City of Smallville Water Department', [
    ['Account', number],
    ['Bill to', name],
    ['Service address', `${street}, Smallville, TX`],
    ['Bill date', american(bill.date)],
    ['Due date', american(bill.due)],
    ['Amount of this bill', `$${decimalCents(bill.amount)}`],
    ['PIN for the portal', String(pin)],
  ])
  return [{ name: `${number}_${bill.date.replaceAll('-', '')}.pdf`, content }]
}

/** `07/15/2026` */
function american(date: CalendarDate): string {
  const [year, month, day] = date.split('-')
  return `${month}/${day}/${year}`
}
