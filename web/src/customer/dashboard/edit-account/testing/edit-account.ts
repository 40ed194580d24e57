import type { ReplyOf } from '@portal/contract/call'
import { CalendarDate } from '@portal/contract/dates'
import { listCountries, readDetailsToEdit } from '@portal/contract/edit-account'
import { listSecurityQuestions } from '@portal/contract/sign-up'
import { screen } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { fill } from '#testing/fill.ts'
import { accountNumber, customerServer, openSignedIn, person, testRow } from '../../testing/dashboard.ts'

type Details = ReplyOf<typeof readDetailsToEdit>['result']['details']

const onFile: Details = {
  personId: person.personId,
  accountId: accountNumber(1),
  username: 'maria',
  fullName: 'Cruz, Maria',
  emailAddress: 'maria@example.com',
  address1: 'PO Box 12',
  address2: '',
  city: 'Hagatna',
  postal: '96932',
  stateInitials: 'GU',
  stateDesc: 'Guam',
  country: 'USA',
  home: '',
  mobile: '671-555-0102',
  work: '',
  contactNumbers: [{ type: 'MOBILE', number: '671-555-0102', sequence: 2 }],
  characteristicValue: '20',
  billAddressSource: 'PER',
  version: 'first',
}

/** Makes the server know a customer with one account, the questions and the states; `hasDetails` adds the details. */
export function editAccountServer() {
  const server = customerServer([testRow()])
  server.replies(listSecurityQuestions, {
    result: [
      { description: 'What was the name of your first pet?', characteristicValue: '20' },
      { description: 'In what village were you born?', characteristicValue: '30' },
    ],
  })
  const states = [
    { stateInitials: 'GU', stateDesc: 'Guam' },
    { stateInitials: 'HI', stateDesc: 'Hawaii' },
  ]
  server.replies(listCountries, { result: [{ country: 'USA', description: 'United States', states }] })
  return server
}

/** Adds a reply with the details and these differences; the last one added is repeated. */
export function hasDetails(server: ReturnType<typeof customerServer>, differences: Partial<Details> = {}): void {
  const otherDetails = (['CMSCQUES', 'CMSCAN'] as const).map((CharacteristicType) => ({
    CharacteristicType,
    EffectiveDate: CalendarDate.parse('2026-02-10'),
    AdhocCharacteristicValue: '',
    CharacteristicValue: '',
  }))
  server.replies(readDetailsToEdit, { result: { otherDetails, details: { ...onFile, ...differences } } })
}

export const button = (name: string) => screen.findByRole('button', { name })
export const field = (label: RegExp) => screen.findByLabelText(label)

/** Opens the view as the signed-in customer. */
export async function openForm(): Promise<UserEvent> {
  const user = openSignedIn('/dashboard?view=edit')
  await field(/^Email address/)
  return user
}

export async function retype(user: UserEvent, label: RegExp, text: string): Promise<void> {
  await user.clear(await field(label))
  if (text) await fill(user, await field(label), text)
}
