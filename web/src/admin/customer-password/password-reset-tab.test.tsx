import { readAdminSession } from '@portal/contract/admin-sign-in'
import type { ReplyOf } from '@portal/contract/call'
import { type CallerCheck, searchWebUser, customerPasswordTexts } from '@portal/contract/customer-password'
import { CalendarDate } from '@portal/contract/dates'
import { PersonId } from '@portal/contract/ids'
import { cents } from '@portal/contract/money'
import { screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { testAdmin } from '#testing/admin.ts'
import { openPortal } from '#testing/app.tsx'
import { testStart } from '#testing/data.ts'
import { testServer } from '#testing/server.ts'

const check: CallerCheck = {
  serviceLocation: '12 Kamachile Lane, Dededo',
  lastPayment: { amount: cents(85_20), date: CalendarDate.parse('2026-11-12') },
}
const foundAs = (username: string): ReplyOf<typeof searchWebUser> => ({
  result: {
    status: 'Success',
    desc: [{ username, fullName: `${username} Cruz`, personId: PersonId.parse('0000000001') }],
    description: '',
    check,
  },
})

let server: ReturnType<typeof testServer>
beforeEach(() => {
  server = testServer()
  server.replies(readAdminSession, testAdmin({ level: 4 }))
})
afterEach(() => vi.unstubAllGlobals())

test('while one account is searched for another can be, and only its customers are shown', async () => {
  const answerFirst = server.holds(searchWebUser, foundAs('first'))
  server.replies(searchWebUser, foundAs('second'))
  const user = openPortal('/admin-dashboard?view=password-reset', { signedIn: { customer: false, admin: true } })
  const field = await screen.findByRole('textbox', { name: /^Account number/ })
  await user.type(field, '0000000001{Enter}')
  expect(screen.getByRole('button', { name: 'Searching…' })).toBeTruthy()
  await user.clear(field)
  await user.type(field, '0000000002')
  await user.click(screen.getByRole('button', { name: customerPasswordTexts.search }))
  await screen.findByText('second')
  expect(server.askedFor(searchWebUser).map(({ body }) => body)).toEqual(
    ['0000000001', '0000000002'].map((accountId) => ({
      accountId,
      username: '',
      division: testStart.profile.division,
    })),
  )
  screen.getByRole('columnheader', { name: customerPasswordTexts.userId })
  answerFirst()
  await expect(screen.findByText('first', {}, { timeout: 100 })).rejects.toThrow('Unable to find')
})

test.each([
  ['what a caller must know: where the water is and what was paid last', check.lastPayment, '$85.20 on 11/12/2026'],
  ['that nothing was paid yet', null, 'No payment on record'],
])('beside the customers of an account stands %s', async (_, lastPayment, said) => {
  const found = foundAs('maria')
  if (found.result.status === 'Success') found.result.check = { ...check, lastPayment }
  server.replies(searchWebUser, found)
  const user = openPortal('/admin-dashboard?view=password-reset', { signedIn: { customer: false, admin: true } })
  await user.type(await screen.findByRole('textbox', { name: /^Account number/ }), '0000000001{Enter}')
  const facts = within(
    await screen.findByRole('group', { name: 'Check the caller: ask for both before you set a password.' }),
  )
  expect(facts.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
    '12 Kamachile Lane, Dededo',
    said,
  ])
})

test('a customer without an online account is shown as such, with nothing to do (A§2)', async () => {
  server.replies(searchWebUser, foundAs(''))
  const user = openPortal('/admin-dashboard?view=password-reset', { signedIn: { customer: false, admin: true } })
  await user.type(await screen.findByRole('textbox', { name: /^Account number/ }), '0000000001{Enter}')
  const results = within(await screen.findByRole('table', { name: customerPasswordTexts.searchResults }))
  results.getByText(customerPasswordTexts.noOnlineAccount)
  results.getByText(customerPasswordTexts.noAction)
  const sort = results.getByRole('columnheader', { name: customerPasswordTexts.customerName })
  expect(sort.getAttribute('aria-sort')).toBe('none')
  await user.click(within(sort).getByRole('button'))
  expect(sort.getAttribute('aria-sort')).toBe('ascending')
})
