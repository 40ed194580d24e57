import { type AccountSummaryRow, readAccountSummary, readUserDetails } from '@portal/contract/account-summary'
import { type Autopay, type AutopayAgreement, listAutopay } from '@portal/contract/autopay'
import { CalendarDate, Instant } from '@portal/contract/dates'
import { AccountNumber, BillId, PersonId } from '@portal/contract/ids'
import { cents } from '@portal/contract/money'
import { readPaperless } from '@portal/contract/paperless'
import type { SavedMethod } from '@portal/contract/saved-methods'
import { readSession } from '@portal/contract/sign-in'
import type { PortalStart } from '@portal/contract/utility'
import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect } from 'vitest'
import { openPortal } from '#testing/app.tsx'
import { testAccount } from '#testing/data.ts'
import { testNextCharge } from '#testing/next-charge.ts'
import { testServer } from '#testing/server.ts'

export const person = { username: 'maria', personId: PersonId.parse('0123456789') }
const asOf = Instant.parse('2026-11-20T22:00:00.000Z')

/** `accountNumber(7)` is 0000000007. */
export function accountNumber(number: number): AccountNumber {
  return AccountNumber.parse(String(number).padStart(10, '0'))
}

/** A row of the account summary; by default the first one, with $80.53 due. */
export function testRow(differences: Partial<AccountSummaryRow> = {}): AccountSummaryRow {
  return {
    ...testAccount(),
    accID: accountNumber(1),
    isComplete: true,
    latestBill: null,
    arrears: [],
    alreadyPaid: { Visa: cents(0), Discover: cents(0) },
    ...differences,
  }
}

/** The second of them has $2.50 due. */
export const twoAccounts = [testRow(), testRow({ accID: accountNumber(2), amount: cents(250) })]

/** What `user-consumption-chart` replies for an account that was never billed. */
export const noConsumption = {
  isHaveConsumptionChart: false,
  months: [],
  totalWater: [],
  amounts: [],
  totalWaterYearBefore: [],
  amountsYearBefore: [],
}

/** This many bills, with numbers from `from` on. */
export function testBills(count: number, from = 0) {
  return Array.from({ length: count }, (_, index) => ({
    billID: BillId.parse(String(from + index).padStart(12, '0')),
    billDate: CalendarDate.parse('2026-11-13'),
    totalAmount: '80.53',
  }))
}

export type Row = AccountSummaryRow | { isComplete: false; accID: AccountNumber; isBeingPaid: boolean }

/** Of Maria. */
export const testDetails = {
  personId: person.personId,
  accountId: accountNumber(1),
  fullName: 'Cruz, Maria',
  addressLine1: 'PO Box 12',
  addressLine2: '',
  city: 'Hagatna',
  state: 'GU',
  postal: '96932',
  country: 'USA',
  premiseAddress: '123 Marine Corps Dr, Tamuning, GU, 96913',
  homePhone: '',
  mobilePhone: '671-555-0123',
  workPhone: '',
  sequenceHome: null,
  sequenceMobile: 1,
  sequenceWork: null,
  emailAddress: 'maria@example.com',
  isEmailStopped: false,
  isPaymentUnverified: false,
}

/** Makes the server know the customer and these accounts, in pages. */
export function customerServer(...pages: readonly (readonly Row[])[]) {
  const server = testServer()
  const endsAt = Instant.parse('2026-11-20T22:16:00.000Z')
  server.replies(readSession, { ...person, mustChangePassword: false, endsAt, secondsLeft: 960 })
  server.replies(readUserDetails, { result: testDetails })
  server.replies(listAutopay, testAutopay())
  server.replies(readPaperless, { email: null, accounts: [] })
  const total = pages.flat().length
  for (const [index, accounts] of pages.entries()) {
    const next = index + 1 < pages.length ? (accounts.at(-1)?.accID ?? null) : null
    server.replies(readAccountSummary, { accounts: [...accounts], total, next, asOf })
  }
  return server
}

/** Opens the portal as a signed-in customer. */
export function openSignedIn(address: string, start: Partial<PortalStart> = {}) {
  return openPortal(address, { ...start, signedIn: { customer: true, admin: false } })
}

/** A card with which the customer has agreed to pay later. */
export function testSavedMethod(id: number, differences: Partial<SavedMethod> = {}): SavedMethod {
  return {
    id,
    brand: 'Visa',
    bankAccount: null,
    isBlocked: false,
    lastFour: '4242',
    expires: '2030-12',
    isExpired: false,
    funding: 'credit',
    name: '',
    isDefault: false,
    addedAt: asOf,
    changedByBankAt: null,
    ...differences,
  }
}

/** AutoPay of the first account, on and with a charge to come, unless a test says otherwise. */
export function testAgreement(differences: Partial<AutopayAgreement> = {}): AutopayAgreement {
  return {
    id: 5,
    accountId: accountNumber(1),
    state: 'ACTIVE',
    pausedFor: null,
    card: { id: 1, brand: 'Visa', bankAccount: null, lastFour: '4242', funding: 'credit', isRemoved: false },
    terms: { savedCardId: 1, day: { rule: 'dueDate', number: 0 }, most: null, endsOn: null },
    acceptedAt: asOf,
    version: '1',
    next: testNextCharge(),
    last: null,
    ...differences,
  }
}

export function testAutopay(...agreements: readonly AutopayAgreement[]): Autopay {
  return { agreements: [...agreements], byOthers: [], rules: { noticeDays: 5, daysToPay: 21, retryDays: 3 } }
}

/** Checks that leaving asks about unsaved input, and stays. */
export async function staysAsked(user: UserEvent): Promise<void> {
  const before = location.search
  await user.click(screen.getByRole('link', { name: 'Account Summary' }))
  await user.click(await screen.findByRole('button', { name: 'Keep editing' }))
  expect(location.search).toBe(before)
}

/** Checks that leaving asks nothing. */
export async function leavesUnasked(user: UserEvent): Promise<void> {
  await user.click(within(screen.getByRole('navigation')).getByRole('link', { name: 'Account Summary' }))
  await waitFor(() => expect(location.search).toBe(''))
}
