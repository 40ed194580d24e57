import { readAdminSession } from '@portal/contract/admin-sign-in'
import { Instant } from '@portal/contract/dates'
import {
  type CallersAutopay,
  callersAutopayTexts,
  pauseCallersAutopay,
  phonedInTexts,
  resumeCallersAutopay,
  searchPhonedInAccounts,
} from '@portal/contract/phoned-in'
import { screen, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { testAdmin } from '#testing/admin.ts'
import { openPortal } from '#testing/app.tsx'
import { startWithBanks } from '#testing/data.ts'
import { testNextCharge } from '#testing/next-charge.ts'
import { testServer } from '#testing/server.ts'
import { testPhonedInAccount } from './testing/accounts.ts'

const on: CallersAutopay = {
  agreement: {
    state: 'ACTIVE',
    pause: null,
    isMethodGone: false,
    brand: 'Visa',
    bankAccount: null,
    lastFour: '4242',
    day: { rule: 'daysBefore', number: 3 },
    most: '300.00',
  },
  upcoming: [
    {
      id: 4,
      isScheduled: false,
      brand: 'Visa',
      bankAccount: null,
      lastFour: '4242',
      next: testNextCharge({ heldFor: 'stale_import' }),
    },
  ],
}
const at = Instant.parse('2026-11-20T02:30:00.000Z')
const pausedFor = (reason: string, isMethodGone = false): CallersAutopay => {
  const isStaffs = reason === 'staff'
  const pause = { reason, at, by: isStaffs ? 'clerk1' : null, why: isStaffs ? 'Leak, bill disputed' : null }
  return {
    upcoming: on.upcoming.map((charge) => ({ ...charge, next: testNextCharge({ says: 'paused' }) })),
    agreement: on.agreement && { ...on.agreement, state: 'PAUSED', pause, isMethodGone },
  }
}

let server: ReturnType<typeof testServer>
beforeEach(() => {
  sessionStorage.clear()
  vi.spyOn(window, 'scrollTo').mockReturnValue()
  server = testServer()
  server.replies(readAdminSession, testAdmin({ level: 5 }))
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

/** Two accounts, so that the clerk stays with the list; the first has this AutoPay. */
async function found(autoPay: CallersAutopay | undefined): Promise<UserEvent> {
  const accounts = [testPhonedInAccount(1, autoPay ? { autoPay } : {}), testPhonedInAccount(2)]
  server.replies(searchPhonedInAccounts, {
    result: accounts.map((account) => ({ status: 'Success' as const, accountId: account.accID, account })),
    asOf: Instant.parse('2026-11-20T22:00:00.000Z'),
  })
  const user = openPortal('/admin-dashboard?view=phoned-in', { signedIn: { customer: false, admin: true } })
  await user.click(await screen.findByRole('textbox', { name: /^Account number/ }))
  await user.paste(accounts.map(({ accID }) => accID).join('\n'))
  await user.click(await screen.findByRole('button', { name: phonedInTexts.search }))
  await screen.findByRole('table', { name: phonedInTexts.caption })
  return user
}

async function details(user: UserEvent, name: string) {
  await user.click(
    await screen.findByRole('button', { name: new RegExp(`^AutoPay: ${name} ?for account 0000000001$`) }),
  )
  return within(await screen.findByRole('dialog'))
}

test.each([
  ['takes bank payments', startWithBanks, true],
  ['takes none', {}, false],
])('where the utility %s, clerks read that they take none by phone', async (_, start, isSaid) => {
  openPortal('/admin-dashboard?view=phoned-in', { ...start, signedIn: { customer: false, admin: true } })
  await screen.findByRole('heading', { name: phonedInTexts.title })
  expect(screen.queryByText(new RegExp(phonedInTexts.cardsOnly)) !== null).toBe(isSaid)
})

test.each([
  ['charges', false, 'AutoPay: We’ll charge $80.53 to First Hawaiian, checking ending in 6789 on 12/04/2026.'],
  ['charges', true, 'Scheduled payment: We’ll charge $80.53 to First Hawaiian, checking ending in 6789 on 12/04/2026.'],
  ['charging', true, 'Scheduled payment: A charge to First Hawaiian, checking ending in 6789 is under way.'],
] as const)('a clerk reads of a bank account that %s (scheduled: %s)', async (says, isScheduled, sentence) => {
  const bankAccount = { bankName: 'First Hawaiian', accountType: 'checking', lastFour: '6789' } as const
  const ofBank = { brand: null, bankAccount, lastFour: '6789' }
  await found({ agreement: null, upcoming: [{ id: 4, isScheduled, ...ofBank, next: testNextCharge({ says }) }] })
  expect(screen.getAllByText(sentence)).toHaveLength(1)
})

test('the list says what will be charged, and the dialog what was agreed and why a charge waits', async () => {
  const user = await found(on)
  expect(screen.getByText(/AutoPay: We’ll charge \$80\.53 to Visa ending in 4242 on 12\/04\/2026\./)).toBeTruthy()
  const dialog = await details(user, 'On')
  for (const said of ['Visa ending in 4242', '3 days before the due date', '$300.00'])
    expect(dialog.getByText(said)).toBeTruthy()
  expect(dialog.getByText(/It waits: Balances are too old\./)).toBeTruthy()
})

test('a clerk pauses it with a reason, then takes that back', async () => {
  server.replies(pauseCallersAutopay, { autoPay: pausedFor('staff') })
  server.replies(resumeCallersAutopay, { autoPay: on })
  const user = await found(on)
  const dialog = await details(user, 'On')
  await user.click(dialog.getByRole('button', { name: callersAutopayTexts.pause }))
  await user.type(dialog.getByLabelText(/^Reason/), 'Leak, bill disputed')
  await user.click(dialog.getByRole('button', { name: callersAutopayTexts.pause }))
  expect(await dialog.findByText(callersAutopayTexts.pausedNow)).toBeTruthy()
  expect(dialog.getByText('Paused by staff')).toBeTruthy()
  expect(dialog.getByText(/^clerk1 paused it on 11\/20\/2026.*: Leak, bill disputed$/)).toBeTruthy()
  expect(dialog.getByText(/AutoPay: Nothing is charged while AutoPay is paused\./)).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: callersAutopayTexts.resume }))
  await user.type(dialog.getByLabelText(/^Reason/), 'Leak repaired')
  await user.click(dialog.getByRole('button', { name: callersAutopayTexts.resume }))
  expect(await dialog.findByText(callersAutopayTexts.resumedNow)).toBeTruthy()
  const body = { accountId: '0000000001' }
  expect(server.askedFor(pauseCallersAutopay)[0]?.body).toEqual({ ...body, why: 'Leak, bill disputed' })
  expect(server.askedFor(resumeCallersAutopay)[0]?.body).toEqual({ ...body, why: 'Leak repaired' })
  expect(server.askedFor(searchPhonedInAccounts)).toHaveLength(1)
})

test('with a card that is gone, a clerk is not offered to resume it, and reads why', async () => {
  const user = await found(pausedFor('staff', true))
  const dialog = await details(user, 'Paused')
  expect(dialog.getByText(callersAutopayTexts.methodGone)).toBeTruthy()
  expect(dialog.queryByRole('button', { name: /AutoPay$/ })).toBeNull()
})

test('what the customer has to confirm, a clerk cannot take back', async () => {
  const user = await found(pausedFor('payer_asked'))
  const dialog = await details(user, 'Paused')
  expect(dialog.getByText('The bank wants the customer to confirm')).toBeTruthy()
  expect(dialog.getByText('The customer turns it on again, under Payment methods.')).toBeTruthy()
  expect(dialog.queryByRole('button', { name: /AutoPay$/ })).toBeNull()
})

test('when AutoPay has changed meanwhile, the clerk reads so and the reason stays', async () => {
  server.refuses(pauseCallersAutopay, 'agreement-changed', {
    status: 409,
    title: pauseCallersAutopay.problems['agreement-changed'].title,
  })
  const user = await found(on)
  const dialog = await details(user, 'On')
  await user.click(dialog.getByRole('button', { name: callersAutopayTexts.pause }))
  await user.type(dialog.getByLabelText(/^Reason/), 'The caller asked')
  await user.click(dialog.getByRole('button', { name: callersAutopayTexts.pause }))
  expect(await dialog.findByText(/AutoPay of this account has changed/)).toBeTruthy()
  expect(dialog.getByDisplayValue('The caller asked')).toBeTruthy()
})

test('without an agreement, the clerk reads that only the customer can turn it on', async () => {
  const user = await found({ agreement: null, upcoming: [] })
  const dialog = await details(user, 'Off')
  expect(dialog.getByText('Only the customer can turn on AutoPay, online: you can’t sign for a caller.')).toBeTruthy()
})

test('where the gateway keeps no cards, nothing speaks of AutoPay', async () => {
  await found(undefined)
  expect(screen.queryByText(/AutoPay/)).toBeNull()
})
