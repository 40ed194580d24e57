import { type Chance, chanceOf } from './chance.ts'
import { agencies, firmFirsts, firmSeconds, firstNames, lastNames, postOffices, streets, villages } from './names.ts'

export interface DemoPerson {
  number: number
  kind: 'home' | 'landlord' | 'firm' | 'agency'
  /** How many accounts the person has, in a utility that is large enough for all of them. */
  accounts: number
  /** Either `first last` or `last, first` (C§3). */
  fullName: string
  emailAddress: string | null
  address: DemoAddress
  phones: { sequence: number; type: 'MOBILE' | 'HOME-PHONE' | 'BUSN-PHONE'; number: string }[]
}

export interface DemoAddress {
  address1: string
  address2: string | null
  city: string
  postal: string
}

/** The owner of account N depends only on its own block. */
export const blockAccounts = 1000
/** The owner of the last accounts of the first block is an agency, so that even a small utility has a long list. */
const largestOwner = 220

export function peopleOfBlock(seed: number, block: number): DemoPerson[] {
  const chance = chanceOf(seed)
  const people: DemoPerson[] = []
  const free = blockAccounts - (block === 0 ? largestOwner : 0)
  for (let at = 0; at < free;) {
    const number = block * blockAccounts + at
    const accounts = Math.min(sizeOf(chance, number), free - at)
    people.push(personOf(chance, number, accounts))
    at += accounts
  }
  if (block === 0) people.push(personOf(chance, free, largestOwner))
  return people
}

/** A Zipf tail: four people in five have one account, and one in 25,000 has a hundred or more. */
function sizeOf(chance: Chance, person: number): number {
  return Math.min(400, Math.floor((1 - chance.uniform('number of accounts', person)) ** (-1 / 2.2)))
}

function personOf(chance: Chance, number: number, accounts: number): DemoPerson {
  const kind = kindOf(chance, number, accounts)
  const name = nameOf(chance, number, kind)
  const hasEmail = kind === 'agency' || !chance.happens('no email', 0.18, number)
  return {
    number,
    kind,
    accounts,
    fullName:
      kind === 'home' && chance.happens('last name first', 0.5, number) ? `${name.last}, ${name.first}` : name.full,
    emailAddress: hasEmail ? `${name.mailbox}${number}@example.com` : null,
    address: chance.happens('post office box', 0.35, number) ? boxOf(chance, number) : streetOf(chance, number),
    phones: phonesOf(chance, number, kind),
  }
}

function kindOf(chance: Chance, number: number, accounts: number): DemoPerson['kind'] {
  if (accounts >= 60) return 'agency'
  if (accounts >= 5) return 'landlord'
  const draw = chance.uniform('kind of person', number)
  if (draw < 0.9) return 'home'
  return draw < 0.985 ? 'firm' : 'agency'
}

function nameOf(chance: Chance, number: number, kind: DemoPerson['kind']) {
  if (kind === 'agency') {
    const full = chance.pick('agency', number, agencies)
    return { first: '', last: full, full, mailbox: 'office' }
  }
  if (kind === 'home') {
    const first = chance.pick('first name', number, firstNames)
    const last = chance.pick('last name', number, lastNames)
    return { first, last, full: `${first} ${last}`, mailbox: first.toLowerCase() }
  }
  const second = kind === 'landlord' ? 'Rentals' : chance.pick('firm, second word', number, firmSeconds)
  const full = `${chance.pick('firm, first word', number, firmFirsts)} ${second}`
  return { first: '', last: full, full, mailbox: 'accounts' }
}

/** A street address. With the account's number, it is also the address of its premise. */
export function streetOf(chance: Chance, entity: number): DemoAddress {
  const village = villageOf(chance, entity)
  const street = chance.pick('street', entity, streets)
  const isUnit = chance.happens('unit', 0.2, entity)
  return {
    address1: `${chance.whole('house number', entity, [1, 980])} ${street}`,
    address2: isUnit ? `Unit ${chance.whole('unit number', entity, [1, 40])}` : null,
    city: village.name,
    postal:
      village.zip +
      (chance.happens('long zip', 0.25, entity) ? `-${chance.whole('zip extension', entity, [1000, 9999])}` : ''),
  }
}

export function boxOf(chance: Chance, entity: number): DemoAddress {
  const office = chance.pick('post office', entity, postOffices)
  const box = chance.whole('box', entity, [1, 29_999])
  return { address1: `PO Box ${box}`, address2: null, city: office.name, postal: office.zip }
}

const allPeople = villages.reduce((sum, village) => sum + village.people, 0)

function villageOf(chance: Chance, entity: number) {
  let draw = chance.uniform('village', entity) * allPeople
  return villages.find((village) => (draw -= village.people) < 0) ?? villages[0]
}

const homePhones = ['MOBILE', 'HOME-PHONE', 'BUSN-PHONE'] as const
const firmPhones = ['BUSN-PHONE', 'MOBILE'] as const

/** Nobody has the numbers 555-0100 to 555-0199. */
function phonesOf(chance: Chance, number: number, kind: DemoPerson['kind']): DemoPerson['phones'] {
  const types = kind === 'home' ? homePhones : firmPhones
  return types
    .filter((type, at) => at === 0 || chance.happens(`has ${type}`, 0.4, number))
    .map((type, at) => ({
      sequence: at + 1,
      type,
      number: `671-555-01${String(chance.whole(`number of ${type}`, number, [0, 99])).padStart(2, '0')}`,
    }))
}
