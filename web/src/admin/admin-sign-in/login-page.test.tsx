import { adminLogin, adminSignInTexts, readAdminSession } from '@portal/contract/admin-sign-in'
import type { ReplyOf } from '@portal/contract/call'
import { adminConsoleTexts } from '@portal/contract/console-texts'
import { cookieTexts } from '@portal/contract/page-words'
import { commonProblems } from '@portal/contract/problem'
import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { leaveFor } from '#session/leaving/leave.ts'
import { readHint } from '#session/storage.ts'
import { openPortal } from '#testing/app.tsx'
import { fill } from '#testing/fill.ts'
import { testServer } from '#testing/server.ts'

let server: ReturnType<typeof testServer>
beforeEach(() => {
  localStorage.clear()
  server = testServer()
})
afterEach(() => vi.unstubAllGlobals())

const success: ReplyOf<typeof adminLogin> = {
  status: 'Success',
  result: [{ id: 7, admin_role: 3, username: 'Ana' }],
}
const setUp = { secret: 'ABCDEFGHIJKLMNOP', address: 'otpauth://totp/IW:ana?secret=ABCDEFGHIJKLMNOP', proof: 'first' }

async function logIn(password = 'monsoon-2026', address = '/gwaadmin') {
  const user = openPortal(address)
  await fill(user, await screen.findByRole('textbox', { name: 'Username' }), 'ana')
  await fill(user, screen.getByLabelText('Password'), password)
  await user.click(screen.getByRole('button', { name: adminSignInTexts.logIn }))
  return user
}

test('somebody who opens a search that a colleague has sent logs in first, and then finds that search', async () => {
  server.replies(adminLogin, success)
  await logIn(undefined, '/admin-dashboard?view=reports&mode=Online')
  expect(`${location.pathname}${location.search}`).toBe('/gwaadmin?view=reports&mode=Online')
  await waitFor(() => expect(leaveFor).toHaveBeenCalledWith('/admin-dashboard?view=reports&mode=Online'))
})

test('says that cookies are needed when the session does not come back', async () => {
  server.replies(adminLogin, success)
  server.refuses(readAdminSession, 'not-signed-in', commonProblems['not-signed-in'])
  await logIn()
  expect(await screen.findByText(cookieTexts.notSent)).toBeDefined()
})

test("says 'Loading Please Wait!', then keeps the storage keys and goes to the console after a second (A§2, A§3)", async () => {
  const answer = server.holds(adminLogin, success)
  await logIn()
  await screen.findByRole('button', { name: adminSignInTexts.loading })
  answer()
  await waitFor(() => expect(leaveFor).toHaveBeenCalledWith('/admin-dashboard'))
  expect([readHint('isAdminLogin'), readHint('adminusername'), readHint('level'), readHint('adminId')]).toEqual([
    'true',
    'Ana',
    '3',
    '7',
  ])
})

test('nothing is sent without both fields', async () => {
  const user = openPortal('/gwaadmin')
  await user.click(await screen.findByRole('button', { name: adminSignInTexts.logIn }))
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Username' }))
  expect(server.asked).toEqual([])
})

test('a refusal is shown in the banner, and a network failure is Server Error! (A§8)', async () => {
  server.replies(adminLogin, { status: 'Failed', description: adminSignInTexts.failed })
  server.replies(adminLogin, { status: 'Failed', description: adminSignInTexts.failed })
  server.isUnreachableFor(adminLogin)
  const user = await logIn()
  const first = await screen.findByRole('alert')
  expect(first.textContent).toBe(adminSignInTexts.failed)
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe(''))
  await user.type(screen.getByLabelText('Password'), 'monsoon-2025{Enter}')
  // The same words after another try are announced again: the alert appears anew.
  await waitFor(() => expect(screen.getByRole('alert')).not.toBe(first))
  expect(screen.getByRole('alert').textContent).toBe(adminSignInTexts.failed)
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe(''))
  await user.type(screen.getByLabelText('Password'), 'monsoon-2026{Enter}')
  await screen.findByText(adminConsoleTexts.serverError)
})

test('too many attempts show how long to wait', async () => {
  server.refuses(adminLogin, 'too-many-tries', { ...commonProblems['too-many-tries'], retryAfterSeconds: 840 })
  await logIn()
  expect((await screen.findByRole('alert')).textContent).toContain('about 14 minutes')
})

test('the second factor is asked for after the password, and a wrong code may be tried again', async () => {
  server.replies(adminLogin, { status: 'SecondFactor', description: adminSignInTexts.codeNeeded })
  server.replies(adminLogin, { status: 'SecondFactor', description: adminSignInTexts.codeWrong })
  const user = await logIn()
  const code = await screen.findByRole('textbox', { name: 'Code' })
  expect(document.activeElement).toBe(code)
  expect(screen.getByRole('textbox', { description: new RegExp(adminSignInTexts.codeNeeded) })).toBe(code)
  await user.type(code, '123456{Enter}')
  await screen.findByText(adminSignInTexts.codeWrong)
  expect(server.asked[1]?.body).toEqual({ username: 'ana', password: 'monsoon-2026', code: '123456' })
})

test('going back from the second factor leads to the password, which has to be typed again', async () => {
  server.replies(adminLogin, { status: 'SecondFactor', description: adminSignInTexts.codeNeeded })
  const user = await logIn()
  await user.click(await screen.findByRole('button', { name: 'Back to login' }))
  expect(document.activeElement).toBe(screen.getByLabelText('Password'))
})

test('given a set-up that somebody gives up, then the next administrator who has to log in is offered another', async () => {
  const description = adminSignInTexts.setUpNeeded
  server.replies(adminLogin, { status: 'SecondFactorSetup', description, setUp })
  server.replies(adminLogin, { status: 'Failed', description: adminSignInTexts.failed })
  server.replies(adminLogin, {
    status: 'SecondFactorSetup',
    description,
    setUp: { ...setUp, secret: 'PONMLKJIHGFEDCBA', proof: 'second' },
  })
  const user = await logIn()
  await screen.findByText('ABCD EFGH IJKL MNOP')
  await user.type(screen.getByRole('textbox', { name: 'Code' }), '123456{Enter}')
  await screen.findByText(adminSignInTexts.failed)
  await user.type(screen.getByLabelText('Password'), 'monsoon-2026{Enter}')
  expect(await screen.findByText('PONM LKJI HGFE DCBA')).toBeDefined()
})

test('given a level that requires a second factor, then the secret stays the same however often the code is wrong', async () => {
  const description = adminSignInTexts.setUpNeeded
  server.replies(adminLogin, { status: 'SecondFactorSetup', description, setUp })
  server.replies(adminLogin, {
    status: 'SecondFactorSetup',
    description: adminSignInTexts.codeWrong,
    setUp: { ...setUp, secret: 'ANOTHER', proof: 'second' },
  })
  server.replies(adminLogin, { ...success, recoveryCodes: ['abcd-efgh-ijkm-npqr-stuv-wxyz-2345'] })
  const user = await logIn()
  await screen.findByRole('img', { name: 'QR code for your authenticator app' })
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Set up two-step verification' }))
  await user.type(screen.getByRole('textbox', { name: 'Code' }), '000000{Enter}')
  await screen.findByText(adminSignInTexts.codeWrong)
  screen.getByText('ABCD EFGH IJKL MNOP')
  await user.clear(screen.getByRole('textbox', { name: 'Code' }))
  await user.type(screen.getByRole('textbox', { name: 'Code' }), '123456{Enter}')
  await screen.findByText('abcd-efgh-ijkm-npqr-stuv-wxyz-2345')
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Your recovery codes' }))
  expect(server.asked[2]?.body).toMatchObject({ code: '123456', setUpProof: 'first' })
  expect(leaveFor).not.toHaveBeenCalled()
  await user.click(screen.getByRole('button', { name: 'I’ve saved my codes' }))
  expect(leaveFor).toHaveBeenCalledWith('/admin-dashboard')
})
