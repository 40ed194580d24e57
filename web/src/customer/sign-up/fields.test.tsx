import { contactTexts } from '@portal/contract/contact'
import { commonProblems } from '@portal/contract/problem'
import { credentialTexts } from '@portal/contract/sign-in-texts'
import { checkUsername, signUpTexts, signUpUser } from '@portal/contract/sign-up'
import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openPortal } from '#testing/app.tsx'
import { testServer } from '#testing/server.ts'
import {
  button,
  fillDetails,
  heading,
  isAtDetails,
  knowsAccount,
  openDetails,
  reachDetails,
  sendZip,
  stepName,
  submit,
  testHandle,
} from './testing/sign-up.ts'

let server: ReturnType<typeof testServer>

beforeEach(() => {
  sessionStorage.clear()
  localStorage.clear()
  server = testServer()
})
afterEach(() => vi.unstubAllGlobals())

describe('step 3, My Login Details', () => {
  test.each<[who: string, person: { fullName: string; isBusiness?: boolean }, shown: string[]]>([
    ['a person', { fullName: 'Cruz, Maria' }, ['First name', 'Maria', 'Last name', 'Cruz']],
    ['a company', { fullName: 'Island Hotels', isBusiness: true }, ['Name', 'Island Hotels']],
    ['a company with a comma', { fullName: 'Island Hotels, Inc.' }, ['Name', 'Island Hotels, Inc.']],
  ])('shows the name of %s', async (_, person, shown) => {
    isAtDetails(server, person)
    await openDetails()
    const names = screen
      .getAllByText(/name$|^Name$/, { selector: 'dt' })
      .flatMap((term) => [term.textContent, term.nextElementSibling?.textContent])
    expect(names).toEqual(shown)
  })

  test('an empty form shows every error of C§5, in the summary and at the fields', async () => {
    isAtDetails(server, { emailAddress: '', contactNumbers: [] })
    const user = await openDetails()
    await submit(user)
    const summary = within(await screen.findByRole('group', { name: 'There is a problem' }))
    expect(summary.getAllByRole('link').map((link) => link.textContent)).toEqual([
      signUpTexts.usernameRequired,
      credentialTexts.passwordLength,
      credentialTexts.confirmPassword,
      contactTexts.emailRequired,
      signUpTexts.confirmEmail,
      contactTexts.onePhone,
      signUpTexts.questionRequired,
      credentialTexts.answerRequired,
      signUpTexts.termsRequired,
    ])
    screen.getByRole('checkbox', { name: 'I have read and accept the terms and conditions (opens in a new tab).' })
    expect(server.askedFor(signUpUser)).toHaveLength(0)
  })

  test.each([
    [/^Password/, 'short', credentialTexts.passwordLength],
    [/^Password/, 'much longer than any password may be', credentialTexts.passwordLength],
    [/^Confirm password/, 'something else', credentialTexts.passwordsDiffer],
    [/^Email address/, 'nobody', signUpTexts.emailInvalid],
    [/^Home phone/, '555', signUpTexts.homePhoneInvalid],
    [/^Mobile phone/, '67155501011', signUpTexts.mobilePhoneInvalid],
    [/^Work phone/, '(671) 555 010', signUpTexts.workPhoneInvalid],
    [/^Security answer/, '?!', credentialTexts.answerRequired],
    [/^Username/, 'maria cruz', signUpTexts.usernameInvalid],
  ])('%s %j: %s', async (label, typed, message) => {
    isAtDetails(server)
    const user = await openDetails()
    await fillDetails(server, user)
    await user.clear(screen.getByLabelText(label))
    await user.type(screen.getByLabelText(label), typed)
    await submit(user)
    await screen.findByRole('link', { name: message })
    expect(screen.getByLabelText(label)).toHaveProperty('value', typed)
    expect(server.askedFor(signUpUser)).toHaveLength(0)
  })

  test('the e-mail is only asked for twice when none is on file', async () => {
    isAtDetails(server, { emailAddress: '' })
    const user = await openDetails()
    await fillDetails(server, user)
    await user.type(screen.getByLabelText(/^Email address/), 'a@example.com')
    await user.type(screen.getByLabelText(/^Confirm email/), 'b@example.com')
    await submit(user)
    expect(await screen.findByRole('link', { name: signUpTexts.emailsDiffer })).toBeTruthy()
  })

  test('an e-mail on file is prefilled, and is not asked for twice', async () => {
    isAtDetails(server)
    await openDetails()
    expect(screen.getByLabelText(/^Email address/)).toHaveProperty('value', 'maria@example.com')
    expect(screen.queryByLabelText(/^Confirm email/)).toBeNull()
  })

  test('reading B is sent, with phones that were cleared marked for deletion, and thanks follow', async () => {
    isAtDetails(server)
    server.replies(signUpUser, { result: { status: 'True' } })
    const user = await openDetails()
    await fillDetails(server, user)
    await user.clear(screen.getByLabelText(/^Mobile phone/))
    await user.type(screen.getByLabelText(/^Home phone/), '(671) 555-0101')
    await submit(user)
    await heading(signUpTexts.thanks)
    screen.getByText(signUpTexts.mailFollows)
    expect(server.askedFor(signUpUser).map(({ body }) => body)).toEqual([
      {
        personId: testHandle,
        username: 'maria',
        password: 'correct horse',
        email_address: 'maria@example.com',
        security_question_val: '20',
        isPaperless: false,
        security_answer: 'Snowy!',
        home_number: '(671) 555-0101',
        mobile_number: '',
        work_number: '',
        isDeletedHome: false,
        isDeletedMobile: true,
        isDeletedWork: false,
        homeSeq: null,
        mobileSeq: 2,
        workSeq: null,
      },
    ])
    for (const name of [signUpTexts.loginHere, signUpTexts.backToHomepage]) {
      expect(screen.getByRole('link', { name }).getAttribute('href')).toBe('/')
    }
  })

  test('the button reads Loading... while it is sent, and a second press sends nothing', async () => {
    isAtDetails(server)
    const letGo = server.holds(signUpUser, { result: { status: 'True' } })
    const user = await openDetails()
    await fillDetails(server, user)
    await submit(user)
    await user.click(await button(signUpTexts.loading))
    expect(server.askedFor(signUpUser)).toHaveLength(1)
    letGo()
    await heading(signUpTexts.thanks)
  })
})

describe('the username', () => {
  /** Presses Submit from within the username's field: the check begins between the press and its release. */
  async function pressSlowly(user: UserEvent): Promise<void> {
    const target = await button(signUpTexts.submit)
    await user.pointer({ keys: '[MouseLeft>]', target })
    await screen.findByText('Checking your username…')
    await user.pointer({ keys: '[/MouseLeft]', target })
  }

  test('is checked when its field loses the focus; Submit is blocked meanwhile but stays in place', async () => {
    isAtDetails(server)
    const letGo = server.holds(checkUsername, { result: { status: 'False' } })
    const user = await openDetails()
    await user.type(screen.getByLabelText(/^Username/), 'maria')
    await user.tab()
    const send = await button(signUpTexts.submit)
    await waitFor(() => expect(send.getAttribute('aria-disabled')).toBe('true'))
    expect(send).toHaveProperty('disabled', false)
    expect(screen.getByLabelText(/^Username/).getAttribute('aria-busy')).toBe('true')
    await screen.findByText('Checking this username…')
    screen.getByText('Checking your username…')
    letGo()
    await screen.findByText('This username is available.')
    expect(send.getAttribute('aria-disabled')).toBeNull()
    expect(screen.queryByText('Checking your username…')).toBeNull()
    expect(server.askedFor(checkUsername).map(({ body }) => body)).toEqual([{ username: 'maria' }])
  })

  test('given Submit is pressed while it is checked, then the form is sent once, when it is free', async () => {
    isAtDetails(server)
    server.replies(signUpUser, { result: { status: 'True' } })
    const user = await openDetails()
    await fillDetails(server, user)
    server.forget(checkUsername)
    const letGo = server.holds(checkUsername, { result: { status: 'False' } })
    await user.type(screen.getByLabelText(/^Username/), '2')
    await pressSlowly(user)
    await submit(user)
    expect(server.askedFor(signUpUser)).toHaveLength(0)
    letGo()
    await heading(signUpTexts.thanks)
    expect(server.askedFor(signUpUser)).toHaveLength(1)
  })

  test('given Submit is pressed while it is checked, and it is taken, then nothing is sent, and the error is linked', async () => {
    isAtDetails(server)
    const user = await openDetails()
    await fillDetails(server, user)
    server.forget(checkUsername)
    const letGo = server.holds(checkUsername, { result: { status: 'True', description: signUpTexts.usernameTaken } })
    await user.type(screen.getByLabelText(/^Username/), '2')
    await pressSlowly(user)
    letGo()
    await screen.findByRole('link', { name: signUpTexts.usernameTaken })
    expect(server.askedFor(signUpUser)).toHaveLength(0)
  })

  test('given it is taken, then an error at its field says so until another is chosen, and the focus stays', async () => {
    isAtDetails(server)
    server.replies(checkUsername, { result: { status: 'True', description: signUpTexts.usernameTaken } })
    const user = await openDetails()
    await user.type(screen.getByLabelText(/^Username/), 'maria')
    await user.tab()
    const field = screen.getByLabelText(/^Username/)
    await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'))
    expect(document.activeElement?.closest('[role=group]')).toBeNull()
    await user.type(field, '2')
    expect(field.getAttribute('aria-invalid')).toBeNull()
  })

  test('given a network failure, then the popup says so, and the name can be checked again', async () => {
    isAtDetails(server)
    server.isUnreachableFor(checkUsername)
    server.replies(checkUsername, { result: { status: 'False' } })
    const user = await openDetails()
    await user.type(screen.getByLabelText(/^Username/), 'maria')
    await user.tab()
    within(await screen.findByRole('alertdialog')).getByText(signUpTexts.network)
    await user.click(await button('OK'))
    await user.click(screen.getByLabelText(/^Username/))
    await user.tab()
    expect(await screen.findByText('This username is available.')).toBeTruthy()
  })
})

describe('when the server does not enroll', () => {
  async function send(): Promise<UserEvent> {
    const user = await openDetails()
    await fillDetails(server, user)
    await submit(user)
    return user
  }

  test('a refusal of a field is shown at it, and the input is kept', async () => {
    isAtDetails(server)
    const refusal = { status: 'False', description: signUpTexts.usernameTaken, field: 'username' } as const
    server.replies(signUpUser, { result: refusal })
    const user = await send()
    expect((await screen.findByRole('alertdialog')).textContent).toContain(signUpTexts.failed)
    await user.click(await button('OK'))
    await screen.findByRole('link', { name: signUpTexts.usernameTaken })
    expect(screen.getByLabelText(/^Security answer/)).toHaveProperty('value', 'Snowy!')
  })

  test('when the account has just been enrolled, the server’s message is shown', async () => {
    isAtDetails(server)
    server.replies(signUpUser, { result: { status: 'False', description: signUpTexts.registered } })
    const user = await send()
    expect((await screen.findByRole('alertdialog')).textContent).toContain(signUpTexts.failed)
    await user.click(await button('OK'))
    expect((await screen.findByRole('alert')).textContent).toBe(signUpTexts.registered)
  })

  test('a failure without a reason shows Sign Up Failed! (C§8)', async () => {
    isAtDetails(server)
    server.replies(signUpUser, { result: { status: 'False', description: '' } })
    await send()
    expect((await screen.findByRole('alertdialog')).textContent).toContain(signUpTexts.failed)
  })

  test("a refusal of a field is shown at the form's field, even if the server names it otherwise", async () => {
    isAtDetails(server)
    const errors = [{ field: 'mobile_number', message: signUpTexts.mobilePhoneInvalid }]
    server.refuses(signUpUser, 'invalid', { ...commonProblems.invalid, errors })
    await send()
    await screen.findByRole('link', { name: signUpTexts.mobilePhoneInvalid })
    expect(screen.getByLabelText(/^Mobile phone/).getAttribute('aria-invalid')).toBe('true')
  })

  test('given a network failure, then the popup is shown, and Submit sends the same again', async () => {
    isAtDetails(server)
    server.isUnreachableFor(signUpUser)
    server.replies(signUpUser, { result: { status: 'True' } })
    const user = await send()
    within(await screen.findByRole('alertdialog')).getByText(signUpTexts.network)
    await user.click(await button('OK'))
    await submit(user)
    await heading(signUpTexts.thanks)
    const [first, second] = server.askedFor(signUpUser)
    expect(second?.body).toEqual(first?.body)
  })

  test('given the enrollment has ended, then the wizard starts again and says why, with the input kept but for passwords', async () => {
    knowsAccount(server)
    server.refuses(signUpUser, 'enrolment-over', { status: 409, title: signUpTexts.tookTooLong })
    const user = openPortal('/sign-up')
    await reachDetails(user)
    await fillDetails(server, user)
    await submit(user)
    expect((await screen.findByRole('alert')).textContent).toBe(signUpTexts.tookTooLong)
    expect(screen.getByLabelText(/^Account number/)).toHaveProperty('value', '0123456789')
    await user.click(await button(signUpTexts.continue))
    await heading(stepName(1))
    await sendZip(user)
    await user.click(await button(signUpTexts.proceed))
    expect(await screen.findByLabelText(/^Security answer/)).toHaveProperty('value', 'Snowy!')
    expect(screen.getByLabelText(/^Password/)).toHaveProperty('value', '')
  })
})
