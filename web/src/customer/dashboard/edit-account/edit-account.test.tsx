import { contactTexts } from '@portal/contract/contact'
import { longestAnswer } from '@portal/contract/credentials'
import { editAccountTexts, readDetailsToEdit, updateUserDetails } from '@portal/contract/edit-account'
import { tooLong } from '@portal/contract/input-texts'
import { easyPasswordTexts } from '@portal/contract/predictable-password'
import { commonProblems } from '@portal/contract/problem'
import { updateUserPassword } from '@portal/contract/sign-in'
import { credentialTexts, signInTexts } from '@portal/contract/sign-in-texts'
import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { fill } from '#testing/fill.ts'
import { accountNumber, openSignedIn, person } from '../testing/dashboard.ts'
import { button, editAccountServer, field, hasDetails, openForm, retype } from './testing/edit-account.ts'

const saved = { data: { status: 'Success', description: editAccountTexts.saved } } as const

let server: ReturnType<typeof editAccountServer>

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  server = editAccountServer()
})
afterEach(() => vi.unstubAllGlobals())

const has = (differences: Parameters<typeof hasDetails>[1] = {}) => hasDetails(server, differences)
const popup = async () => within(await screen.findByRole('alertdialog'))

const save = async (user: UserEvent) => user.click(await button(editAccountTexts.save))

describe('Edit Account (C§2.5)', () => {
  test('is reached from the account summary, and shows username and name as text only', async () => {
    has()
    const user = openSignedIn('/dashboard')
    await user.click(await screen.findByRole('link', { name: editAccountTexts.title }))
    await field(/^Email address/)
    const main = within(screen.getByRole('main'))
    main.getByText('maria')
    main.getByText('Maria Cruz')
    expect(screen.queryByDisplayValue('maria')).toBeNull()
  })

  test.each(['+1 (671) 555-0101', '1-671-555-0101', '６７１ ５５５ ０１０１', '\u202A+16715550101\u202C'])(
    'takes the phone number %j, as the number for texts is taken',
    async (typed) => {
      has()
      has({ version: 'second', home: '671-555-0101' })
      server.replies(updateUserDetails, saved)
      const user = await openForm()
      await retype(user, /^Home phone/, typed)
      await save(user)
      expect((await popup()).getByText(editAccountTexts.saved)).toBeDefined()
    },
  )

  test('sends every field of C§7, phones that were cleared marked for deletion, and says so in the server’s words', async () => {
    has()
    has({ version: 'second', home: '671-555-0101', mobile: '' })
    server.replies(updateUserDetails, saved)
    const user = await openForm()
    await retype(user, /^Mobile phone/, '')
    await retype(user, /^Home phone/, '671.555.0101')
    await save(user)
    ;(await popup()).getByText(editAccountTexts.saved)
    expect(server.askedFor(updateUserDetails).map(({ body }) => body)).toEqual([
      {
        personId: person.personId,
        accountId: accountNumber(1),
        emailAddress: 'maria@example.com',
        address1: 'PO Box 12',
        address2: '',
        city: 'Hagatna',
        postal: '96932',
        state: 'GU',
        stateDesc: 'Guam',
        country: 'USA',
        home: '671.555.0101',
        mobile: '',
        work: '',
        oldDateEmail: '',
        oldDateQuestion: '2026-02-10',
        oldDateAnswer: '2026-02-10',
        CharacteristicValue: '20',
        Answer: '',
        sequenceHome: null,
        sequenceMobile: 2,
        sequenceWork: null,
        isDeletedHome: false,
        isDeletedMobile: true,
        isDeletedWork: false,
        version: 'first',
      },
    ])
    await waitFor(() => expect(screen.getByLabelText(/^Home phone/)).toHaveProperty('value', '671-555-0101'))
  })

  test.each(['PREM', 'ACOV', 'N/A', null] as const)(
    'an address whose source is %s can only be read, and is sent as it is on file, however incomplete (C§7)',
    async (billAddressSource) => {
      has({ billAddressSource, city: '', postal: 'W1A 1AA' })
      server.replies(updateUserDetails, saved)
      const user = await openForm()
      expect(screen.queryByLabelText(/^Address line 1/)).toBeNull()
      screen.getByText('PO Box 12, Guam, W1A 1AA, USA')
      await save(user)
      await popup()
      const address = { address1: 'PO Box 12', address2: '', city: '', postal: 'W1A 1AA', state: 'GU' }
      expect(server.askedFor(updateUserDetails)[0]?.body).toMatchObject({
        ...address,
        stateDesc: 'Guam',
        country: 'USA',
      })
    },
  )

  test.each([
    [/^Email address/, '', contactTexts.emailRequired],
    [/^Email address/, 'nobody', editAccountTexts.emailInvalid],
    [/^Home phone/, '555', editAccountTexts.homePhoneInvalid],
    [/^Mobile phone/, '555', editAccountTexts.mobilePhoneInvalid],
    [/^Work phone/, '555', editAccountTexts.workPhoneInvalid],
    [/^Mobile phone/, '', editAccountTexts.onePhone],
    [/^Address line 1/, '', editAccountTexts.addressRequired],
    [/^City/, '', editAccountTexts.cityRequired],
    [/^Zip code/, '9691', editAccountTexts.postalInvalid],
    [/^Security answer/, '?!', editAccountTexts.answerRequired],
  ])('%s %j: %s', async (label, typed, message) => {
    has()
    const user = await openForm()
    await retype(user, label, typed)
    await save(user)
    const summary = within(await screen.findByRole('group', { name: 'There is a problem' }))
    expect(summary.getAllByRole('link').map((link) => link.textContent)).toEqual([message])
    expect(server.askedFor(updateUserDetails)).toHaveLength(0)
  })

  test('an answer of too many characters says how many there may be', async () => {
    has()
    const user = await openForm()
    await retype(user, /^Security answer/, 'x'.repeat(longestAnswer + 1))
    await save(user)
    expect(await screen.findByRole('link', { name: tooLong(longestAnswer) })).toBeDefined()
  })

  test('a new question needs an answer; the old one does not', async () => {
    has()
    const user = await openForm()
    await user.selectOptions(await field(/^Security question/), '30')
    await save(user)
    await screen.findByRole('link', { name: editAccountTexts.answerRequired })
    await user.selectOptions(await field(/^Security question/), '20')
    await waitFor(() => expect(screen.queryByRole('link', { name: editAccountTexts.answerRequired })).toBeNull())
  })

  test('a new e-mail address: the popup says to which addresses we write', async () => {
    has()
    has({ version: 'second', emailAddress: 'new@example.com' })
    server.replies(updateUserDetails, saved)
    const user = await openForm()
    await retype(user, /^Email address/, 'new@example.com')
    await fill(user, await field(/^Current password/), 'my password')
    await save(user)
    expect((await screen.findByRole('alertdialog')).textContent).toMatch(/maria@example\.com and new@example\.com/)
  })

  test.each<[string, (user: UserEvent) => Promise<void>]>([
    ['the e-mail address', async (user) => await retype(user, /^Email address/, 'new@example.com')],
    ['the answer', async (user) => await retype(user, /^Security answer/, 'Rex')],
    [
      'the question',
      async (user) => {
        await user.selectOptions(await field(/^Security question/), '30')
        await retype(user, /^Security answer/, 'Yona')
      },
    ],
  ])('whoever changes %s is asked for the current password, and it is sent', async (_, change) => {
    has()
    server.replies(updateUserDetails, saved)
    const user = await openForm()
    expect(screen.queryByLabelText(/^Current password/)).toBeNull()
    await change(user)
    await save(user)
    await screen.findByRole('link', { name: credentialTexts.currentPasswordRequired })
    expect(server.askedFor(updateUserDetails)).toHaveLength(0)
    await fill(user, await field(/^Current password/), 'my password')
    await save(user)
    await popup()
    expect(server.askedFor(updateUserDetails)[0]?.body).toMatchObject({ currentPassword: 'my password' })
  })

  test('a wrong current password is shown at its field, and the input is kept', async () => {
    has()
    const description = signInTexts.wrongCurrentPassword
    server.replies(updateUserDetails, { data: { status: 'Failed', description, field: 'currentPassword' } })
    const user = await openForm()
    await retype(user, /^Email address/, 'new@example.com')
    await fill(user, await field(/^Current password/), 'not mine')
    await save(user)
    await screen.findByRole('link', { name: description })
    expect(await field(/^Email address/)).toHaveProperty('value', 'new@example.com')
  })

  test('given somebody changed the same details in the meantime, then their changes are shown and the input is kept', async () => {
    has()
    has({ version: 'second', city: 'Yona', mobile: '671-555-0199' })
    const description = editAccountTexts.changedMeanwhile
    server.replies(updateUserDetails, { data: { status: 'Failed', description, isOutdated: true } })
    const user = await openForm()
    await retype(user, /^Home phone/, '671-555-0101')
    await save(user)
    ;(await popup()).getByText(description)
    await user.click(await button('OK'))
    expect(await field(/^City/)).toHaveProperty('value', 'Yona')
    expect(await field(/^Mobile phone/)).toHaveProperty('value', '671-555-0199')
    expect(await field(/^Home phone/)).toHaveProperty('value', '671-555-0101')
    await save(user)
    await waitFor(() => expect(server.askedFor(updateUserDetails)).toHaveLength(2))
    expect(server.askedFor(updateUserDetails)[1]?.body).toMatchObject({ version: 'second', home: '671-555-0101' })
  })

  test('given more is typed while an edit is being saved, then it stays, and only it is not saved yet', async () => {
    has()
    has({ version: 'second', home: '671-555-0101' })
    const letGo = server.holds(updateUserDetails, saved)
    const user = await openForm()
    await retype(user, /^Home phone/, '671-555-0101')
    await fill(user, await field(/^Security answer/), 'Tasi')
    await fill(user, await field(/^Current password/), 'Hafa-Adai-1')
    await save(user)
    await retype(user, /^Work phone/, '671-555-0103')
    letGo()
    await user.click(await button('OK'))
    expect(await field(/^Work phone/)).toHaveProperty('value', '671-555-0103')
    expect(await field(/^Home phone/)).toHaveProperty('value', '671-555-0101')
    expect(await field(/^Security answer/)).toHaveProperty('value', '')
    await user.click(await button(editAccountTexts.cancel))
    await screen.findByText('Leave without saving?')
  })

  test('given their changes cannot be fetched at first, then retrying shows them, and keeps the input', async () => {
    has()
    server.refuses(readDetailsToEdit, 'partner-down', commonProblems['partner-down'])
    has({ version: 'second', city: 'Yona' })
    const description = editAccountTexts.changedMeanwhile
    server.replies(updateUserDetails, { data: { status: 'Failed', description, isOutdated: true } })
    const user = await openForm()
    await retype(user, /^Home phone/, '671-555-0101')
    await save(user)
    await user.click(await button('OK'))
    await user.click(await button('Try again'))
    expect(await field(/^City/)).toHaveProperty('value', 'Yona')
    expect(await field(/^Home phone/)).toHaveProperty('value', '671-555-0101')
  })

  test('a refusal without a field shows the danger popup, and the input is kept', async () => {
    has()
    server.replies(updateUserDetails, { data: { status: 'Failed', description: 'The billing system says no.' } })
    const user = await openForm()
    await retype(user, /^Home phone/, '671-555-0101')
    await save(user)
    ;(await popup()).getByText('The billing system says no.')
    expect(await field(/^Home phone/)).toHaveProperty('value', '671-555-0101')
  })

  test('given a network failure, then the message of C§8 is shown', async () => {
    has()
    server.isUnreachableFor(updateUserDetails)
    const user = await openForm()
    await save(user)
    expect((await popup()).getByText(editAccountTexts.network)).toBeTruthy()
  })

  test('given the billing records are unavailable, then the same message, and what is unavailable', async () => {
    has()
    server.refuses(updateUserDetails, 'partner-down', commonProblems['partner-down'])
    const user = await openForm()
    await save(user)
    const told = (await screen.findByRole('alertdialog')).textContent
    expect(told).toContain(editAccountTexts.network)
    expect(told).toContain(commonProblems['partner-down'].title)
  })

  test('given the details do not load, then a message says so and loading can be retried', async () => {
    server.refuses(readDetailsToEdit, 'partner-down', commonProblems['partner-down'])
    has()
    const user = openSignedIn('/dashboard?view=edit')
    await screen.findByText(commonProblems['partner-down'].title)
    await user.click(await button('Try again'))
    expect(await field(/^Email address/)).toBeTruthy()
  })
})

describe('what was changed and not saved', () => {
  test('a dialog asks before it is lost, and keeps it when the customer stays', async () => {
    has()
    const user = await openForm()
    await retype(user, /^City/, 'Yona')
    await user.click(await button(editAccountTexts.cancel))
    await screen.findByRole('alertdialog', { name: 'Leave without saving?' })
    await user.click(await button('Keep editing'))
    expect(await field(/^City/)).toHaveProperty('value', 'Yona')

    await user.click(await button(editAccountTexts.cancel))
    await user.click(await button('Leave without saving'))
    await waitFor(() => expect(location.search).toBe(''))
  })

  test('without changes, Cancel goes back without asking', async () => {
    has()
    const user = await openForm()
    await user.click(await button(editAccountTexts.cancel))
    await waitFor(() => expect(location.search).toBe(''))
    expect(screen.queryByRole('alertdialog')).toBeNull()
  })

  test('a dialog asks about it in the Password view too', async () => {
    has()
    const user = await openForm()
    await retype(user, /^City/, 'Yona')
    await user.click(await button(editAccountTexts.changePassword))
    await user.click(screen.getByRole('link', { name: 'Account Summary' }))
    await screen.findByRole('alertdialog', { name: 'Leave without saving?' })
    expect(location.search).toContain('view=edit')
  })

  test('is kept while the Password view is open', async () => {
    has()
    const user = await openForm()
    await retype(user, /^City/, 'Yona')
    await user.click(await button(editAccountTexts.changePassword))
    await user.click(await button(editAccountTexts.cancel))
    expect(await field(/^City/)).toHaveProperty('value', 'Yona')
  })
})

describe('the Password view (C§2.5)', () => {
  async function openPasswords(): Promise<UserEvent> {
    has()
    const user = await openForm()
    await user.click(await button(editAccountTexts.changePassword))
    await screen.findByRole('heading', { level: 1, name: editAccountTexts.changePassword })
    return user
  }

  async function fillPasswords(user: UserEvent, next: string, again = next): Promise<void> {
    await fill(user, await field(/^Current Password/), 'old password')
    await fill(user, await field(/^New Password/), next)
    await fill(user, await field(/^Confirm Password/), again)
  }

  test('requires all three fields', async () => {
    const user = await openPasswords()
    await save(user)
    const summary = within(await screen.findByRole('group', { name: 'There is a problem' }))
    expect(summary.getAllByRole('link').map((link) => link.textContent)).toEqual([
      credentialTexts.currentPasswordRequired,
      credentialTexts.passwordLength,
      credentialTexts.confirmPassword,
    ])
  })

  test.each([
    ['sixteen letters!', 'sixteen letters!', credentialTexts.passwordLength],
    ['new password', 'other password', credentialTexts.passwordsDiffer],
  ])('%j and %j: %s', async (next, again, message) => {
    const user = await openPasswords()
    await fillPasswords(user, next, again)
    await save(user)
    await screen.findByRole('link', { name: message })
    expect(await field(/^New Password/)).toHaveProperty('value', next)
    expect(server.askedFor(updateUserPassword)).toHaveLength(0)
  })

  test('after the change a popup says so, and that every other browser is logged out', async () => {
    const description = credentialTexts.passwordUpdated
    server.replies(updateUserPassword, { result: { status: 'Success', description } })
    const user = await openPasswords()
    await fillPasswords(user, 'new password')
    await save(user)
    const told = (await screen.findByRole('alertdialog')).textContent
    expect(told).toContain(description)
    expect(told).toContain('logged out everywhere else')
    expect(server.askedFor(updateUserPassword).map(({ body }) => body)).toEqual([
      { personId: person.personId, oldPassword: 'old password', password: 'new password' },
    ])
    expect(await field(/^Email address/)).toBeTruthy()
  })

  test('a wrong current password is shown at its field', async () => {
    const description = signInTexts.wrongCurrentPassword
    server.replies(updateUserPassword, { result: { status: 'Failed', description } })
    const user = await openPasswords()
    await fillPasswords(user, 'new password')
    await save(user)
    await screen.findByRole('link', { name: description })
    expect((await field(/^Current Password/)).getAttribute('aria-invalid')).toBe('true')
  })

  test('given a change whose answer was lost, then the old password is not simply called wrong', async () => {
    server.isUnreachableFor(updateUserPassword)
    const description = signInTexts.wrongCurrentPassword
    server.replies(updateUserPassword, { result: { status: 'Failed', description } })
    const user = await openPasswords()
    await fillPasswords(user, 'new password')
    await save(user)
    await user.click(await button('OK'))
    await save(user)
    expect(
      await screen.findByRole('link', {
        name: 'Your current password is incorrect. Your last attempt may have changed it. Try the new one.',
      }),
    ).toBeTruthy()
  })

  test('a commonly used new password is refused at its field, and the input is kept', async () => {
    const errors = [{ field: 'password', message: easyPasswordTexts.common }]
    server.refuses(updateUserPassword, 'invalid', { ...commonProblems.invalid, errors })
    const user = await openPasswords()
    await fillPasswords(user, 'Trust-No-1')
    await save(user)
    await screen.findByRole('link', { name: easyPasswordTexts.common })
    expect(await field(/^New Password/)).toHaveProperty('value', 'Trust-No-1')
    expect(await field(/^Current Password/)).toHaveProperty('value', 'old password')
  })

  test('too many wrong passwords show the danger popup', async () => {
    const description = signInTexts.exceededShown
    server.replies(updateUserPassword, { result: { status: 'Failed', description } })
    const user = await openPasswords()
    await fillPasswords(user, 'new password')
    await save(user)
    expect((await popup()).getByText(description)).toBeTruthy()
  })
})
