import { Instant } from '@portal/contract/dates'
import { checkPasswordLink, setPassword, forgotTexts } from '@portal/contract/forgot'
import { easyPasswordTexts } from '@portal/contract/predictable-password'
import { commonProblems } from '@portal/contract/problem'
import { credentialTexts } from '@portal/contract/sign-in-texts'
import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openPortal } from '#testing/app.tsx'
import { fill } from '#testing/fill.ts'
import { testServer } from '#testing/server.ts'

const good = {
  result: { status: 'Success', username: 'maria', expiresAt: Instant.parse('2026-11-20T22:30:00.000Z') },
} as const
const token = `A1-_${'x'.repeat(39)}`
const notGood = { result: { status: 'Failed', description: forgotTexts.linkNotGood } } as const

let server: ReturnType<typeof testServer>
beforeEach(() => {
  server = testServer()
})
afterEach(() => vi.unstubAllGlobals())

async function openGoodLink() {
  server.replies(checkPasswordLink, good)
  const user = openPortal(`/set-password#${token}`)
  await screen.findByLabelText(/^New password/)
  return user
}

async function type(user: Awaited<ReturnType<typeof openGoodLink>>, password: string, confirmation = password) {
  await fill(user, screen.getByLabelText(/^New password/), password)
  await fill(user, screen.getByLabelText(/^Confirm password/), confirmation)
  await user.click(screen.getByRole('button', { name: 'Save password' }))
}

test('a valid link lets the password be set, and its token is removed from the address', async () => {
  server.replies(setPassword, { result: { status: 'Success', description: credentialTexts.passwordUpdated } })
  const user = await openGoodLink()
  expect([window.location.pathname, window.location.hash]).toEqual(['/set-password', ''])
  expect(screen.getByLabelText<HTMLInputElement>('Username').value).toBe('maria')
  await type(user, 'new-rain-12')
  await screen.findByText(credentialTexts.passwordUpdated)
  expect(screen.getByRole('link', { name: 'Log In' }).getAttribute('href')).toBe('/')
  expect(server.askedFor(checkPasswordLink)[0]?.body).toEqual({ token })
  expect(server.askedFor(setPassword)[0]?.body).toEqual({ token, password: 'new-rain-12' })
})

describe('the rules of C§5', () => {
  test.each([
    ['too short', 'rain', 'rain', credentialTexts.passwordLength],
    ['too long, and not cut', 'a'.repeat(16), 'a'.repeat(16), credentialTexts.passwordLength],
    ['typed differently', 'new-rain-12', 'new-rain-21', credentialTexts.passwordsDiffer],
  ])('a password %s is refused', async (_, password, confirmation, message) => {
    await type(await openGoodLink(), password, confirmation)
    await screen.findByText(message)
    expect(server.askedFor(setPassword)).toEqual([])
  })

  test('it is typed twice', async () => {
    const user = await openGoodLink()
    await user.click(screen.getByRole('button', { name: 'Save password' }))
    screen.getByText(credentialTexts.confirmPassword)
    expect(screen.getByLabelText(/^New password/)).toBe(document.activeElement)
  })
})

test.each([
  ['has expired', () => server.replies(checkPasswordLink, notGood), `#${'o'.repeat(43)}`, forgotTexts.linkNotGood],
  [
    'lacks its secret',
    () => undefined,
    '',
    'Part of its address is missing. Copy the whole link from the email, or request a new one.',
  ],
  [
    'was cut',
    () => undefined,
    `#${token.slice(0, 20)}`,
    'Part of its address is missing. Copy the whole link from the email, or request a new one.',
  ],
  [
    'was cut by a mail gateway',
    () => undefined,
    '%23',
    'Part of its address is missing. Copy the whole link from the email, or request a new one.',
  ],
])('a link that %s says so, and leads to another one', async (_, given, secret, words) => {
  given()
  const user = openPortal(`/set-password${secret}`)
  await screen.findByText(words)
  await user.click(screen.getByRole('link', { name: 'Request a new link' }))
  await waitFor(() => expect(localStorage.getItem('openForgotPass')).toBe('true'))
  localStorage.clear()
})

test.each([
  ['%23 for its #', `/set-password%23${token}`],
  ['%2523', `/set-password%2523${token}`],
  ['%23, and parameters of its own', `/set-password%23${token}?utm_source=gateway`],
  ['a percent sign for a letter', `/set-password#${token.replace('-', '%2D')}`],
  ['a full stop at its end', `/set-password#${token}.`],
  ['a click counter', `/set-password#${token}?utm_source=mail&x=1`],
])('a link in which a mail program has put %s works', async (_, address) => {
  server.replies(checkPasswordLink, good)
  openPortal(address)
  await screen.findByLabelText(/^New password/)
  expect(server.askedFor(checkPasswordLink)[0]?.body).toEqual({ token })
  expect(window.location.href).not.toContain(token.slice(0, 3))
})

describe('in a browser where somebody is logged in', () => {
  const someone = { signedIn: { customer: true, admin: false } }

  test('a link that cannot be used asks for no new one, because the login page would not', async () => {
    openPortal('/set-password', someone)
    await screen.findByText(/Log out to request a new link/)
    expect(screen.getByRole('link', { name: 'Go to the dashboard' }).getAttribute('href')).toBe('/dashboard')
    expect(screen.queryByRole('link', { name: 'Request a new link' })).toBeNull()
  })

  test('a password that is set says that it may be somebody else', async () => {
    server.replies(checkPasswordLink, good)
    server.replies(setPassword, { result: { status: 'Success', description: credentialTexts.passwordUpdated } })
    const user = openPortal(`/set-password#${token}`, someone)
    await screen.findByLabelText(/^New password/)
    await type(user, 'new-rain-12')
    expect(await screen.findByText(/log out of it first/)).toBeTruthy()
  })
})

test('a link that has been used in the meantime cannot be used either', async () => {
  server.replies(setPassword, notGood)
  await type(await openGoodLink(), 'new-rain-12')
  expect((await screen.findByText(forgotTexts.linkNotGood)).tagName).toBe('P')
})

test('the same link opened again in the same tab is checked again', async () => {
  server.replies(setPassword, { result: { status: 'Success', description: credentialTexts.passwordUpdated } })
  server.replies(checkPasswordLink, good)
  server.replies(checkPasswordLink, notGood)
  const user = openPortal(`/set-password#${token}`)
  await screen.findByLabelText(/^New password/)
  await type(user, 'new-rain-12')
  await screen.findByText(credentialTexts.passwordUpdated)
  window.location.hash = token
  await screen.findByText(forgotTexts.linkNotGood)
  expect(window.location.hash).toBe('')
})

test('given an unreachable server, then checking the link can be retried', async () => {
  server.isUnreachableFor(checkPasswordLink)
  server.replies(checkPasswordLink, good)
  const user = openPortal(`/set-password#${token}`)
  await user.click(await screen.findByRole('button', { name: 'Try again' }))
  expect(await screen.findByLabelText(/^New password/)).toBeTruthy()
})

test('a commonly used password is refused at its field, the input is kept, and the next one is sent', async () => {
  const errors = [{ field: 'password', message: easyPasswordTexts.common }]
  server.refuses(setPassword, 'invalid', { ...commonProblems.invalid, errors })
  server.replies(setPassword, { result: { status: 'Success', description: credentialTexts.passwordUpdated } })
  const user = await openGoodLink()
  await type(user, 'Trust-No-1')
  await screen.findByText(easyPasswordTexts.common)
  const field = screen.getByLabelText<HTMLInputElement>(/^New password/)
  expect([field.value, field.getAttribute('aria-invalid')]).toEqual(['Trust-No-1', 'true'])
  for (const label of [/^New password/, /^Confirm password/]) await user.clear(screen.getByLabelText(label))
  expect(screen.queryByText(easyPasswordTexts.common)).toBeNull()
  expect(screen.queryByText(commonProblems.invalid.title)).toBeNull()
  await type(user, 'new-rain-12')
  await screen.findByText(credentialTexts.passwordUpdated)
})

test('a double click that a slow phone delivers at once saves once', async () => {
  server.replies(setPassword, { result: { status: 'Success', description: credentialTexts.passwordUpdated } })
  server.replies(setPassword, notGood)
  const user = await openGoodLink()
  for (const label of [/^New password/, /^Confirm password/]) {
    await fill(user, screen.getByLabelText(label), 'new-rain-12')
  }
  const save = screen.getByRole('button', { name: 'Save password' })
  save.click()
  save.click()
  await screen.findByText(credentialTexts.passwordUpdated)
  expect(server.askedFor(setPassword)).toHaveLength(1)
})

test('when saving fails, a message says so and the password is kept for another attempt', async () => {
  server.isUnreachableFor(setPassword)
  await type(await openGoodLink(), 'new-rain-12')
  await screen.findByRole('alert')
  expect(screen.getByLabelText<HTMLInputElement>(/^New password/).value).toBe('new-rain-12')
})

test('given a try whose answer was lost has used the link, then the customer is asked to log in first', async () => {
  server.isUnreachableFor(setPassword)
  server.replies(setPassword, notGood)
  const user = await openGoodLink()
  await type(user, 'new-rain-12')
  await screen.findByRole('alert')
  await user.click(screen.getByRole('button', { name: 'Save password' }))
  await screen.findByText('Your last attempt may have set your new password. Try logging in with it first.')
  expect(screen.getByRole('link', { name: 'Log In' }).getAttribute('href')).toBe('/')
  screen.getByRole('link', { name: 'Request a new link' })
})

test('password managers are told how long a password may be, so that they generate none that is refused', async () => {
  await openGoodLink()
  expect(screen.getByLabelText(/^New password/).getAttribute('passwordrules')).toBe('minlength: 8; maxlength: 15;')
})
