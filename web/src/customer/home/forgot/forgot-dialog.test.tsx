import {
  forgotPassword,
  forgotUsername,
  sendEmailForgotPassword,
  sendEmailForgotUsername,
  forgotTexts,
} from '@portal/contract/forgot'
import { commonProblems } from '@portal/contract/problem'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { readHint, writeHint } from '#session/storage.ts'
import { openPortal } from '#testing/app.tsx'
import { fill } from '#testing/fill.ts'
import { testServer } from '#testing/server.ts'

const handle = '5b0f6c3e-8a53-4b7e-9a53-0d8a4c1f2e77'
const question = 'What was the name of your first pet?'
const found = { result: { status: 'Success', personId: handle, securityQuestion: question } } as const

let server: ReturnType<typeof testServer>
beforeEach(() => {
  localStorage.clear()
  server = testServer()
})
afterEach(() => vi.unstubAllGlobals())

/** Opens the dialog by its stored hint (C§2.4). */
async function arrive(marker: 'openForgotPass' | 'openForgotUser') {
  writeHint(marker, 'true')
  const user = openPortal('/')
  const name = marker === 'openForgotPass' ? 'Forgot Password' : 'Forgot Username'
  const dialog = within(await screen.findByRole('dialog', { name }))
  return { user, dialog }
}

async function identify({ user, dialog }: Awaited<ReturnType<typeof arrive>>) {
  await fill(user, dialog.getByLabelText('Account number'), '0123 456 789')
  await fill(user, dialog.getByLabelText('Username'), 'maria')
  await user.click(dialog.getByRole('button', { name: 'Continue' }))
}

async function reachQuestion() {
  server.replies(forgotPassword, found)
  const arrived = await arrive('openForgotPass')
  await identify(arrived)
  return { ...arrived, field: await arrived.dialog.findByLabelText<HTMLInputElement>(question) }
}

const message = () => screen.findByRole('alertdialog')

test.each(['openForgotPass', 'openForgotUser'] as const)('%s counts once', async (marker) => {
  await arrive(marker)
  expect(readHint(marker)).toBeNull()
})

test('a double click that a slow phone delivers at once asks once for an e-mail', async () => {
  server.replies(sendEmailForgotPassword, { result: { status: 'Success', description: forgotTexts.linkSent } })
  const { dialog } = await reachQuestion()
  const instead = dialog.getByRole('button', { name: 'Email me a link instead' })
  instead.click()
  instead.click()
  await message()
  expect(server.askedFor(sendEmailForgotPassword)).toHaveLength(1)
})

describe('step 1 (C§2.4, C§5, C§8)', () => {
  test.each([
    ['openForgotPass', [forgotTexts.accountRequired, forgotTexts.usernameRequired]],
    ['openForgotUser', [forgotTexts.accountRequired, forgotTexts.emailRequired]],
  ] as const)('%s: asks for what is missing and moves to the first', async (marker, texts) => {
    const { user, dialog } = await arrive(marker)
    await user.click(dialog.getByRole('button', { name: 'Continue' }))
    for (const text of texts) dialog.getByText(text)
    expect(dialog.getByLabelText('Account number')).toBe(document.activeElement)
    expect(server.asked.filter(({ call }) => call.includes('forgot'))).toEqual([])
  })

  test('an e-mail address must look like one', async () => {
    const { user, dialog } = await arrive('openForgotUser')
    await fill(user, dialog.getByLabelText('Account number'), '0123456789')
    await user.type(dialog.getByLabelText('Email address'), 'maria@')
    await user.click(dialog.getByRole('button', { name: 'Continue' }))
    dialog.getByText(forgotTexts.emailInvalid)
    expect(dialog.getByLabelText('Email address')).toBe(document.activeElement)
  })

  test('an unknown account or name is an error at its field, which disappears when that changes', async () => {
    server.replies(forgotPassword, {
      result: { status: 'Failed', description: forgotTexts.noSuchUsername, field: 'username' },
    })
    const arrived = await arrive('openForgotPass')
    await identify(arrived)
    await arrived.dialog.findByText(forgotTexts.noSuchUsername)
    await arrived.user.type(arrived.dialog.getByLabelText('Username'), 's')
    expect(arrived.dialog.queryByText(forgotTexts.noSuchUsername)).toBeNull()
    expect(server.askedFor(forgotPassword)[0]?.body).toEqual({
      accountId: '0123456789',
      division: 'GWA',
      username: 'maria',
    })
  })

  test.each([
    ['openForgotPass', forgotPassword, 'username', 'Username', forgotTexts.noSuchUsername],
    ['openForgotUser', forgotUsername, 'emailAddress', 'Email address', forgotTexts.emailDiffers],
  ] as const)(
    '%s: Continue with the same values asks again, and its answer comes anew',
    async (marker, call, field, label, said) => {
      const refusal = { result: { status: 'Failed', description: said, field } } as const
      server.replies(call, refusal)
      const answer = server.holds(call, refusal)
      const { user, dialog } = await arrive(marker)
      await fill(user, dialog.getByLabelText('Account number'), '0123456789')
      await fill(user, dialog.getByLabelText(label), 'maria@example.com')
      await user.click(dialog.getByRole('button', { name: 'Continue' }))
      await dialog.findByText(said)
      await user.click(dialog.getByRole('button', { name: 'Continue' }))
      await dialog.findByRole('button', { name: 'Please wait...' })
      expect(dialog.queryByText(said)).toBeNull()
      answer()
      await dialog.findByText(said)
      expect(dialog.getByLabelText(label)).toBe(document.activeElement)
      expect(server.askedFor(call)).toHaveLength(2)
    },
  )

  test('given the name was refused because the account number was wrong, then the right number is looked up', async () => {
    server.replies(forgotPassword, {
      result: { status: 'Failed', description: forgotTexts.noSuchUsername, field: 'username' },
    })
    server.replies(forgotPassword, found)
    const { user, dialog } = await arrive('openForgotPass')
    await identify({ user, dialog })
    await dialog.findByText(forgotTexts.noSuchUsername)
    await user.clear(dialog.getByLabelText('Account number'))
    await fill(user, dialog.getByLabelText('Account number'), '0123456780')
    await user.click(dialog.getByRole('button', { name: 'Continue' }))
    expect(await dialog.findByLabelText(question)).toBeDefined()
  })

  test('anything else is shown in a message modal, and the input is kept', async () => {
    server.replies(forgotPassword, { result: { status: 'Failed', description: forgotTexts.notEnrolled } })
    const arrived = await arrive('openForgotPass')
    await identify(arrived)
    expect((await message()).textContent).toContain(forgotTexts.notEnrolled)
    await arrived.user.click(screen.getByRole('button', { name: 'OK' }))
    expect(arrived.dialog.getByLabelText<HTMLInputElement>('Username').value).toBe('maria')
  })

  test('an unreachable server shows the message of C§8', async () => {
    server.isUnreachableFor(forgotPassword)
    await identify(await arrive('openForgotPass'))
    expect((await message()).textContent).toContain(forgotTexts.networkPassword)
  })

  test('the other flow has its own message', async () => {
    server.isUnreachableFor(forgotUsername)
    const { user, dialog } = await arrive('openForgotUser')
    await fill(user, dialog.getByLabelText('Account number'), '0123456789')
    await fill(user, dialog.getByLabelText('Email address'), 'maria@example.com')
    await user.click(dialog.getByRole('button', { name: 'Continue' }))
    expect((await message()).textContent).toContain(forgotTexts.networkUsername)
  })

  test('too many attempts show in the dialog how long to wait', async () => {
    server.refuses(forgotPassword, 'too-many-tries', { ...commonProblems['too-many-tries'], retryAfterSeconds: 240 })
    const arrived = await arrive('openForgotPass')
    await identify(arrived)
    expect((await arrived.dialog.findByRole('alert')).textContent).toContain('about 4 minutes')
  })
})

describe('step 2, the security question (C§2.4, C§4)', () => {
  test('an empty answer is an error, and is not sent', async () => {
    const { user, dialog, field } = await reachQuestion()
    expect(field).toBe(document.activeElement)
    await user.click(dialog.getByRole('button', { name: 'Submit' }))
    dialog.getByText(forgotTexts.answerRequired)
    expect(server.askedFor(sendEmailForgotPassword)).toEqual([])
  })

  test('a wrong answer can be tried again', async () => {
    server.replies(sendEmailForgotPassword, {
      result: { status: 'Failed', description: forgotTexts.answerWrong, canTryAgain: true },
    })
    const { user, dialog, field } = await reachQuestion()
    await user.type(field, 'Rex{Enter}')
    await dialog.findByText(forgotTexts.answerWrong)
    expect(field.value).toBe('Rex')
    // The same answer is compared again, and its message announced again.
    await user.type(field, '{Enter}')
    await waitFor(() => expect(server.askedFor(sendEmailForgotPassword)).toHaveLength(2))
    expect((await dialog.findByRole('alert')).textContent).toContain(forgotTexts.answerWrong)
  })

  test('given an answer typed anew while the last one is compared, then it is not called wrong', async () => {
    const reply = server.holds(sendEmailForgotPassword, {
      result: { status: 'Failed', description: forgotTexts.answerWrong, canTryAgain: true },
    })
    const { user, dialog, field } = await reachQuestion()
    await user.type(field, 'Rex{Enter}')
    await user.type(field, 'y')
    reply()
    await dialog.findByRole('button', { name: 'Submit' })
    expect(dialog.queryByText(forgotTexts.answerWrong)).toBeNull()
  })

  test('a correct answer sends the e-mail and shows the result', async () => {
    server.replies(sendEmailForgotPassword, { result: { status: 'Success', description: forgotTexts.linkSent } })
    const { user, field } = await reachQuestion()
    await user.type(field, 'Snowy{Enter}')
    expect((await message()).textContent).toContain(
      `${forgotTexts.linkSent}\nNothing arrived? The address we have may be out of date. Call 671-555-0100.`,
    )
    expect(screen.queryByRole('dialog', { name: 'Forgot Password' })).toBeNull()
    expect(server.askedFor(sendEmailForgotPassword)[0]?.body).toEqual({ personId: handle, answer: 'Snowy' })
  })

  test('the e-mail can be requested without answering (WCAG 3.3.8)', async () => {
    server.replies(sendEmailForgotPassword, { result: { status: 'Success', description: forgotTexts.linkSent } })
    const { user, dialog } = await reachQuestion()
    await user.click(dialog.getByRole('button', { name: 'Email me a link instead' }))
    await message()
    expect(server.askedFor(sendEmailForgotPassword)[0]?.body).toEqual({ personId: handle, emailInstead: true })
  })

  test('an expired recovery starts again with the input kept', async () => {
    server.replies(sendEmailForgotPassword, {
      result: { status: 'Failed', description: forgotTexts.tookTooLong, canTryAgain: false },
    })
    const { user, dialog, field } = await reachQuestion()
    await user.type(field, 'Snowy{Enter}')
    expect((await message()).textContent).toContain(forgotTexts.tookTooLong)
    expect(dialog.getByLabelText<HTMLInputElement>('Account number').value).toBe('0123456789')
  })

  test('the username flow mails the username', async () => {
    server.replies(forgotUsername, found)
    server.replies(sendEmailForgotUsername, { result: { status: 'Success', description: forgotTexts.usernameSent } })
    const { user, dialog } = await arrive('openForgotUser')
    await fill(user, dialog.getByLabelText('Account number'), '0123456789')
    await fill(user, dialog.getByLabelText('Email address'), 'maria@example.com')
    await user.click(dialog.getByRole('button', { name: 'Continue' }))
    await user.type(await dialog.findByLabelText(question), 'Snowy{Enter}')
    expect((await message()).textContent).toContain(forgotTexts.usernameSent)
  })
})
