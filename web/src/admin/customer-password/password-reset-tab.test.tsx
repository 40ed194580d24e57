import { readAdminSession } from '@portal/contract/admin-sign-in'
import type { ReplyOf } from '@portal/contract/call'
import { searchWebUser, customerPasswordTexts } from '@portal/contract/customer-password'
import { PersonId } from '@portal/contract/ids'
import { screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { testAdmin } from '#testing/admin.ts'
import { openPortal } from '#testing/app.tsx'
import { testStart } from '#testing/data.ts'
import { testServer } from '#testing/server.ts'

const foundAs = (username: string): ReplyOf<typeof searchWebUser> => ({
  result: {
    status: 'Success',
    desc: [{ username, fullName: `${username} Cruz`, personId: PersonId.parse('0000000001') }],
    description: '',
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
  expect(screen.getByRole('button', { name: customerPasswordTexts.searching })).toBeTruthy()
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
