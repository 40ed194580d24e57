import {
  adminSignInTexts,
  beginSecondFactor,
  confirmSecondFactor,
  readAdminSession,
} from '@portal/contract/admin-sign-in'
import { adminConsoleTexts } from '@portal/contract/console-texts'
import { credentialTexts } from '@portal/contract/sign-in-texts'
import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { testAdmin } from '#testing/admin.ts'
import { openPortal } from '#testing/app.tsx'
import { testServer } from '#testing/server.ts'

const currentPassword = new RegExp(`^${adminConsoleTexts.currentPassword}`)

let server: ReturnType<typeof testServer>
beforeEach(() => {
  localStorage.clear()
  server = testServer()
  server.replies(readAdminSession, testAdmin())
})
afterEach(() => vi.unstubAllGlobals())

const recoveryCode = 'abcd-efgh-ijkm-npqr-stuv-wxyz-2345'
const setUp = { secret: 'ABCDEFGHIJKLMNOP', address: 'otpauth://totp/IW:ana?secret=ABCDEFGHIJKLMNOP', proof: 'first' }

test('setting up a factor moves the focus to what is shown next, and for a missing or wrong code to its field', async () => {
  server.replies(beginSecondFactor, setUp)
  server.replies(confirmSecondFactor, { status: 'Failed', description: adminSignInTexts.codeWrong })
  server.replies(confirmSecondFactor, { status: 'Success', recoveryCodes: [recoveryCode] })
  const user = openPortal('/admin-dashboard?view=second-factor', { signedIn: { customer: false, admin: true } })
  const focused = () => document.activeElement

  await user.click(await screen.findByRole('button', { name: 'Set up' }))
  const code = await screen.findByRole('textbox', { name: 'Code' })
  const card = screen.getByRole('region', { name: 'Two-step verification' })
  await waitFor(() => expect(focused()).toBe(card))

  const confirm = screen.getByRole('button', { name: 'Confirm' })
  await user.click(confirm)
  expect(focused(), 'the code comes first: the last thing said is to type it').toBe(code)
  await user.type(screen.getByLabelText(currentPassword), 'right-pass-1')
  await user.click(confirm)
  screen.getByText(adminSignInTexts.codeNeeded)
  expect(focused()).toBe(code)
  await user.type(code, '000000')
  await user.click(confirm)
  await screen.findByText(adminSignInTexts.codeWrong)
  expect(focused()).toBe(code)
  await user.type(code, '{Backspace}1{Enter}')

  const heading = await screen.findByRole('heading', { name: 'Your recovery codes' })
  await waitFor(() => expect(focused()).toBe(heading))
  await user.click(screen.getByRole('button', { name: 'Copy codes' }))
  expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain('Copied')
  await user.click(screen.getByRole('button', { name: 'I’ve saved my codes' }))
  await screen.findByRole('button', { name: 'Set up' })
  await waitFor(() => expect(focused()).toBe(card))
})

test.each([
  { hasSecondFactor: false, button: 'Set up' },
  { hasSecondFactor: true, button: 'Set up another phone' },
])('$button takes the password: a missing or wrong one is told at its field, and nothing is lost', async (given) => {
  server = testServer()
  server.replies(readAdminSession, testAdmin({ hasSecondFactor: given.hasSecondFactor }))
  server.replies(beginSecondFactor, setUp)
  server.replies(confirmSecondFactor, { status: 'Failed', description: adminSignInTexts.currentPasswordWrong })
  server.replies(confirmSecondFactor, { status: 'Success', recoveryCodes: [recoveryCode] })
  const user = openPortal('/admin-dashboard?view=second-factor', { signedIn: { customer: false, admin: true } })
  await user.click(await screen.findByRole('button', { name: given.button }))
  const code = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Code' })
  const password = screen.getByLabelText<HTMLInputElement>(currentPassword)
  await user.type(code, '123456{Enter}')
  screen.getByText(credentialTexts.currentPasswordRequired)
  expect(document.activeElement).toBe(password)
  await user.type(password, 'wrong-pass{Enter}')
  await screen.findByText(`${adminSignInTexts.currentPasswordWrong}!`)
  expect(document.activeElement).toBe(password)
  expect([password.value, code.value]).toEqual(['wrong-pass', '123456'])
  await user.type(password, '-no-more{Enter}')
  await screen.findByRole('heading', { name: 'Your recovery codes' })
  expect(server.askedFor(confirmSecondFactor).at(-1)?.body).toEqual({
    code: '123456',
    proof: 'first',
    password: 'wrong-pass-no-more',
  })
})
