import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { cents, formatCents } from '../money.ts'
import { UtilityProfile } from '../utility.ts'

/** The profile of another utility, with no more than what a profile needs, and nothing in common with the default one. */
export const mainland = {
  name: 'Cedar Falls Water Department',
  shortName: 'Cedar Water',
  division: 'CFW',
  country: 'USA',
  timeZone: 'America/Chicago',
  city: 'Cedar Falls',
  state: 'Iowa',
  website: 'https://www.cedarfalls.example',
  customerServiceEmail: 'billing@cedarfalls.example',
  mailFrom: 'no-reply@cedarfalls.example',
  financeEmail: 'treasurer@cedarfalls.example',
  phones: [{ label: 'Customer service', number: '319-555-0142' }],
  customerServiceHours: 'Weekdays 9 a.m. to 4 p.m.',
  offices: [
    { name: 'City Hall', address: '220 Clay Street, Cedar Falls, IA 50613', hours: ['Weekdays 9 a.m. to 4 p.m.'] },
  ],
  look: { deep: '#12351f', brand: '#1f6b3a', accent: '#7fb069', pay: '#f6c945', ink: '#14211a', page: '#f1f6f0' },
  benefits: ['Pay day or night'],
  autoPayForms: [],
  accountNumber: {
    hint: '10 digits, in the box below the total.',
    where: 'It’s in the box below the total of your bill.',
  },
  waterUnit: 'hundredCubicFeet',
  paymentDescription: 'Cedar Falls water',
  refundPolicy: 'Call customer service about a wrong payment.',
  receiptFilePrefix: 'Cedar-Receipt',
  cardBrands: ['Visa', 'Mastercard'],
  acceptMastercard2Series: true,
  videoHosts: [],
}

const shipped = UtilityProfile.parse(
  JSON.parse(readFileSync(join(import.meta.dirname, '../../../server/profile/default.json'), 'utf8')),
)

/** Names and places of the default utility, and of where it is. */
const placeWords = [
  ...shipped.name.split(' '),
  shipped.shortName,
  shipped.division,
  shipped.timeZone,
  shipped.city,
  shipped.state,
  shipped.website,
  shipped.customerServiceEmail,
  ...shipped.phones.flatMap(({ number }) => [number, number.slice(0, 4), `(${number.slice(0, 3)})`]),
  ...shipped.offices.flatMap(({ name, address }) => [name, ...address.split(/, | (?=\d{5}$)/)]),
  ...Object.values(shipped.sampleBill ?? {}).flatMap((line) => [line, ...line.split(', ')]),
  shipped.consolePath.slice(1),
  'Marine Corps',
  'Tamuning',
  'Dededo',
  'Hagåtña',
  'village',
  'villages',
]

/** And what else it says. */
const otherWords = [
  ...shipped.phones.map(({ label }) => label),
  shipped.customerServiceHours,
  ...shipped.offices.flatMap(({ hours }) => hours),
  ...shipped.benefits,
  ...shipped.autoPayForms.map(({ label }) => label),
  ...Object.values(shipped.accountNumber ?? {}),
  'at the top right',
  ...Object.values(shipped.earlierSite ?? {}),
  shipped.paymentDescription,
  shipped.refundPolicy,
  shipped.receiptFilePrefix,
  shipped.cardFee ?? '',
  'fee for paying by card',
  `$${formatCents(cents(shipped.monthlyCardCap ?? 0))}`,
  ...shipped.cardBrands,
  'gallon',
  'gallons',
]

const own = JSON.stringify(mainland)
const foreign = (words: readonly string[]): string[] => [
  ...new Set(words.filter((word) => word.length > 1 && !own.includes(word))),
]

/** Which names and places of the default utility are in a text. */
export function placesIn(text: string): string[] {
  return foundIn(text, foreign(placeWords))
}

/** Which words of the default profile are in what another utility says. */
export function foreignWordsIn(text: string): string[] {
  return foundIn(text, foreign([...placeWords, ...otherWords]))
}

function foundIn(text: string, words: readonly string[]): string[] {
  return words.filter((word) => {
    const exact = word.replaceAll(/[$()*+./?[\\\]^{|}]/g, String.raw`\$&`)
    const end = /[\p{L}\d]$/u.test(word) ? '(?![\\p{L}\\d])' : ''
    return new RegExp(`(?<![\\p{L}\\d])${exact}${end}`, word.length < 4 ? 'u' : 'iu').test(text)
  })
}

/** Data of tests, as the mainland's billing system has them. */
export function onTheMainland(data: string): string {
  return data
    .replaceAll(/Marine Corps Dr(ive)?/g, 'Elm Street')
    .replaceAll(/Tamuning|H[ao]g[aå]t[nñ]a|Mangilao|Dededo/g, 'Cedar Falls')
    .replaceAll(/\bGU\b/g, 'IA')
    .replaceAll(/\b969\d\d\b/g, '50613')
    .replaceAll('671-', '319-')
}
