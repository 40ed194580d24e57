import type { ReplyOf } from '@portal/contract/call'
import type { ContactNumber } from '@portal/contract/contact'
import { AccountNumber } from '@portal/contract/ids'
import {
  type AccountRelationship,
  checkAccountNumber,
  checkUsername,
  readOtherDetails,
  signUpTexts,
  validateZip,
} from '@portal/contract/sign-up'
import { EnrollmentHandle } from '@portal/contract/sign-up-payload'
import { screen } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { openPortal } from '#testing/app.tsx'
import { fill } from '#testing/fill.ts'
import type { testServer } from '#testing/server.ts'
import { keepEnrollment } from '../sign-up-memory.ts'

export const testHandle = EnrollmentHandle.parse('0d8a4c1f-2e77-4b7e-9a53-5b0f6c3e8a53')

/** The reply for an account that may enroll: one person, or a list whose last one is MAIN. */
export function mayEnrol(
  differences: Partial<AccountRelationship> = {},
  as: 'one' | 'list' = 'one',
): ReplyOf<typeof checkAccountNumber> {
  const main: AccountRelationship = {
    accountRelationshipType: 'MAIN',
    billAddressSource: 'PER',
    personId: testHandle,
    personAddressOverride: null,
    ...differences,
  }
  const other: AccountRelationship = { ...main, accountRelationshipType: 'COOWNER', personId: null }
  return { status: 'False', description: '', data: as === 'one' ? main : [other, main] }
}

interface PersonDifferences {
  readonly isMasked?: boolean
  readonly emailAddress?: string
  readonly fullName?: string
  readonly isBusiness?: boolean
  readonly contactNumbers?: ContactNumber[]
}

/** The customer of an enrollment, by default with an e-mail address and a mobile phone on file. */
export function testPerson(differences: PersonDifferences = {}): ReplyOf<typeof readOtherDetails> {
  const { isMasked = false, emailAddress = 'maria@example.com' } = differences
  const { fullName = 'Cruz, Maria', isBusiness = false } = differences
  const { contactNumbers = [{ type: 'MOBILE', number: '671-555-0102', sequence: 2 }] } = differences
  return {
    customerDetails: {
      personId: testHandle,
      fullName: isMasked ? 'Ma*** Cr**' : fullName,
      ...(isMasked ? {} : { isBusiness }),
      emailAddress: isMasked ? '' : emailAddress,
      address: {
        address1: isMasked ? '12X MaXXXX CoXXX Dr' : '123 Marine Corps Dr',
        address2: '',
        city: 'Tamuning',
        state: 'GU',
        postal: isMasked ? 'XXXXX' : '96913',
        country: 'USA',
      },
    },
    contactNumbers: isMasked ? [] : contactNumbers,
    securityQuestions: [
      { description: 'What was the name of your first pet?', characteristicValue: '20' },
      { description: 'In what village were you born?', characteristicValue: '30' },
    ],
    isMasked,
  }
}

type Server = ReturnType<typeof testServer>

/** Makes the server let account 0123456789 enroll with any zip code. */
export function knowsAccount(
  server: Server,
  differences: Partial<AccountRelationship> = {},
  person: PersonDifferences = {},
): void {
  server.replies(checkAccountNumber, mayEnrol(differences))
  server.replies(readOtherDetails, testPerson({ ...person, isMasked: true }))
  server.replies(readOtherDetails, testPerson(person))
  const details = { Name: 'Ma*** Cr**', Address: '12X MaXXXX CoXXX Dr' }
  server.replies(validateZip, { result: { status: 'Success', details } })
}

/** Stores an enrollment of 0123456789 in this tab. */
export function hasBegun(): void {
  keepEnrollment({ accountId: AccountNumber.parse('0123456789'), handle: testHandle, billAddressSource: 'PER' })
}

/** Brings an enrollment to step 3: its zip code is proven. */
export function isAtDetails(server: Server, person: PersonDifferences = {}): void {
  hasBegun()
  server.replies(readOtherDetails, testPerson(person))
}

/** Opens the portal at step 3. */
export async function openDetails(): Promise<UserEvent> {
  const user = openPortal('/sign-up?step=3')
  await screen.findByLabelText(/^Username/)
  return user
}

export const button = (name: string) => screen.findByRole('button', { name })
export const heading = (name: string) => screen.findByRole('heading', { level: 1, name: new RegExp(name) })
export const stepName = (step: 0 | 1 | 2) => signUpTexts.steps[step]
export const dialog = () => screen.findByRole('dialog', { name: signUpTexts.confirmAddress })
export const submit = async (user: UserEvent) => user.click(await button(signUpTexts.submit))

export async function sendNumber(user: UserEvent): Promise<void> {
  await fill(user, await screen.findByLabelText(/^Account number/), '01234 56789')
  await user.click(await button(signUpTexts.continue))
}

export async function reachZip(user: UserEvent): Promise<void> {
  await sendNumber(user)
  await heading(stepName(1))
}

export async function sendZip(user: UserEvent): Promise<void> {
  await fill(user, screen.getByLabelText(/^Billing zip code/), '96913')
  await user.click(await button(signUpTexts.continue))
}

export async function reachDetails(user: UserEvent): Promise<void> {
  await reachZip(user)
  await sendZip(user)
  await user.click(await button(signUpTexts.proceed))
  await heading(stepName(2))
  await screen.findByLabelText(/^Username/)
}

/** Fills in the fields of step 3 that are not prefilled; the username is free. */
export async function fillDetails(server: Server, user: UserEvent): Promise<void> {
  server.replies(checkUsername, { result: { status: 'False' } })
  await fill(user, screen.getByLabelText(/^Username/), 'maria')
  await fill(user, screen.getByLabelText(/^Password/), 'correct horse')
  await fill(user, screen.getByLabelText(/^Confirm password/), 'correct horse')
  await user.selectOptions(screen.getByLabelText(/^Security question/), '20')
  await fill(user, screen.getByLabelText(/^Security answer/), 'Snowy!')
  await user.click(screen.getByRole('checkbox', { name: /terms and conditions/ }))
}
