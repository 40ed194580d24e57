import { faqTexts } from '@portal/contract/page-words'
import { commonProblems } from '@portal/contract/problem'
import {
  checkAccountNumber,
  readOtherDetails,
  readPremiseInfo,
  signUpTexts,
  validateZip,
} from '@portal/contract/sign-up'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openPortal } from '#testing/app.tsx'
import { testServer } from '#testing/server.ts'
import {
  button,
  dialog,
  fillDetails,
  hasBegun,
  heading,
  isAtDetails,
  knowsAccount,
  mayEnrol,
  reachDetails,
  reachZip,
  sendNumber,
  sendZip,
  stepName,
  testHandle,
  testPerson,
} from './testing/sign-up.ts'

let server: ReturnType<typeof testServer>

beforeEach(() => {
  sessionStorage.clear()
  localStorage.clear()
  server = testServer()
})
afterEach(() => vi.unstubAllGlobals())

const isClosedNow = (name: string) => waitFor(() => expect(screen.queryByRole('dialog', { name })).toBeNull())

describe('step 1, My Account Number', () => {
  test('an invalid number is an error at its field, and nothing is sent', async () => {
    const user = openPortal('/sign-up')
    await user.type(await screen.findByLabelText(/^Account number/), '123')
    await user.click(await button(signUpTexts.continue))
    await screen.findByText(signUpTexts.accountInvalid)
    expect(screen.getByLabelText(/^Account number/)).toBe(document.activeElement)
    expect(server.askedFor(checkAccountNumber)).toHaveLength(0)
  })

  test('the button reads Verifying while the account is looked up', async () => {
    const letGo = server.holds(checkAccountNumber, mayEnrol())
    server.replies(readOtherDetails, testPerson({ isMasked: true }))
    const user = openPortal('/sign-up')
    await sendNumber(user)
    expect((await button(signUpTexts.verifying)).getAttribute('aria-disabled')).toBe('true')
    letGo()
    await heading(stepName(1))
  })

  test('given the customer leaves while the account is looked up, then the reply does not fetch them back', async () => {
    const letGo = server.holds(checkAccountNumber, mayEnrol())
    const user = openPortal('/sign-up')
    await sendNumber(user)
    await user.click(screen.getByRole('link', { name: 'Frequently asked questions' }))
    await heading(faqTexts.title)
    letGo()
    await server.settles()
    expect(location.pathname).toBe('/faq')
  })

  test.each([
    ['registered already', 'True', signUpTexts.registered, ''],
    [
      'unknown',
      'Failed',
      signUpTexts.accountInvalid,
      'We couldn’t find an account with this number. Check it against your bill.',
    ],
  ] as const)('given an account that is %s, then the error says why', async (_case, status, description, why) => {
    server.replies(checkAccountNumber, { status, description })
    const user = openPortal('/sign-up')
    await sendNumber(user)
    expect((await screen.findByRole('alert')).textContent).toBe(description + why)
    expect(screen.getByLabelText(/^Account number/)).toHaveProperty('value', '0123456789')
    expect(document.title).toMatch(/^Error: Create Account/)
  })

  test('given a network failure, then the popup of C§8 is shown and the number is kept', async () => {
    server.isUnreachableFor(checkAccountNumber)
    const user = openPortal('/sign-up')
    await sendNumber(user)
    expect(within(await screen.findByRole('alertdialog')).getByText(signUpTexts.network)).toBeTruthy()
    await user.click(await button('OK'))
    expect(screen.getByLabelText(/^Account number/)).toHaveProperty('value', '0123456789')
  })

  test('given the billing records are unavailable, then the same popup, and what is unavailable', async () => {
    server.refuses(checkAccountNumber, 'partner-down', commonProblems['partner-down'])
    const user = openPortal('/sign-up')
    await sendNumber(user)
    const told = (await screen.findByRole('alertdialog')).textContent
    expect(told).toContain(signUpTexts.network)
    expect(told).toContain(commonProblems['partner-down'].title)
  })

  test('a stored hint opens the sample bill once, and is removed (C§2.3)', async () => {
    localStorage.setItem('openSampleBill', 'true')
    const user = openPortal('/sign-up')
    await screen.findByRole('dialog', { name: signUpTexts.whereIsMyNumber })
    expect(localStorage.getItem('openSampleBill')).toBeNull()
    await user.click(await button('Close'))
    await isClosedNow(signUpTexts.whereIsMyNumber)
  })

  test('there are Cancel, the login link, and help', async () => {
    const user = openPortal('/sign-up')
    const main = within(await screen.findByRole('main'))
    for (const name of ['Cancel', signUpTexts.alreadyRegistered]) {
      expect((await main.findByRole('link', { name })).getAttribute('href')).toBe('/')
    }
    main.getByText(signUpTexts.mandatory)
    await user.click(main.getByRole('button', { name: signUpTexts.needHelp }))
    within(await screen.findByRole('dialog', { name: signUpTexts.needHelp })).getByText('671-555-0100')
  })
})

describe('step 2, My Account Details', () => {
  test('the name is shown as the server masked it', async () => {
    knowsAccount(server)
    const user = openPortal('/sign-up')
    await reachZip(user)
    await screen.findByText('Ma*** Cr**')
    expect(server.askedFor(readOtherDetails).map(({ body }) => body)).toEqual([
      { transactionType: 'READ', PersonID: testHandle },
    ])
  })

  test('the name stays masked for whoever comes back after the zip code was proven (C§2.3)', async () => {
    hasBegun()
    server.replies(readOtherDetails, testPerson())
    openPortal('/sign-up?step=2')
    await screen.findByText('Ma*** Cr**')
    expect(screen.queryByText(/Maria/)).toBeNull()
  })

  test.each(['', '9691', 'abcde'])('the zip code %j is refused at its field', async (typed) => {
    knowsAccount(server)
    const user = openPortal('/sign-up')
    await reachZip(user)
    if (typed) await user.type(screen.getByLabelText(/^Billing zip code/), typed)
    await user.click(await button(signUpTexts.continue))
    await screen.findByText(signUpTexts.zipRequired)
    expect(server.askedFor(validateZip)).toHaveLength(0)
  })

  test('given a wrong zip code, then the server’s message is shown and the input kept, and the right one continues', async () => {
    server.replies(validateZip, { result: { status: 'Failed', details: signUpTexts.zipDiffers } })
    knowsAccount(server)
    const user = openPortal('/sign-up')
    await reachZip(user)
    await sendZip(user)
    expect((await screen.findByRole('alert')).textContent).toBe(signUpTexts.zipDiffers)
    expect(screen.getByLabelText(/^Billing zip code/)).toHaveProperty('value', '96913')
    await user.click(await button(signUpTexts.continue))
    await dialog()
  })

  test('given too many wrong zip codes, then the time to wait is shown', async () => {
    server.refuses(validateZip, 'too-many-tries', { ...commonProblems['too-many-tries'], retryAfterSeconds: 240 })
    knowsAccount(server)
    const user = openPortal('/sign-up')
    await reachZip(user)
    await sendZip(user)
    expect(await screen.findByText('You can try again in about 4 minutes.')).toBeTruthy()
  })

  test('Confirm Your Address shows the masked address; Back closes it, Cancel leaves, and so does Esc’s close button', async () => {
    knowsAccount(server)
    const user = openPortal('/sign-up')
    await reachZip(user)
    await sendZip(user)
    const shown = within(await dialog())
    shown.getByText('12X MaXXXX CoXXX Dr')
    shown.getByText('If this isn’t your address, cancel, then call us or email customer service.')
    expect(shown.getByRole('link', { name: 'Cancel' }).getAttribute('href')).toBe('/')
    await user.click(shown.getByRole('button', { name: 'Back' }))
    await isClosedNow(signUpTexts.confirmAddress)
    expect(await heading(stepName(1))).toBeTruthy()
  })

  test('Back returns to the account number, which is kept', async () => {
    knowsAccount(server)
    const user = openPortal('/sign-up')
    await reachZip(user)
    await user.click(await button('Back'))
    expect(await screen.findByLabelText(/^Account number/)).toHaveProperty('value', '0123456789')
  })
})

describe('where the address comes from (C§4)', () => {
  const rowOf = async (term: string) => (await screen.findByText(term)).parentElement?.textContent

  test('PER and N/A: the person’s own', async () => {
    knowsAccount(server, { billAddressSource: 'N/A' })
    await reachDetails(openPortal('/sign-up'))
    expect(await rowOf('Address line 1')).toContain('123 Marine Corps Dr')
    expect([await rowOf('First name'), await rowOf('Last name')]).toEqual(['First nameMaria', 'Last nameCruz'])
  })

  test('PREM: the premise, by account id', async () => {
    knowsAccount(server, { billAddressSource: 'PREM' })
    server.replies(readPremiseInfo, {
      PremiseInfo: '5 Hill St, Apt 2, Yona, GU, 96915',
      Name: 'Maria Cruz',
      isMasked: false,
    })
    await reachDetails(openPortal('/sign-up'))
    expect(await rowOf('Address line 1')).toBe('Address line 15 Hill St, Apt 2')
    expect([await rowOf('City'), await rowOf('Zip code')]).toEqual(['CityYona', 'Zip code96915'])
  })

  test('ACOV: the override, sent in full only after the zip code; of a list, the MAIN record counts', async () => {
    const masked = { address1: 'PO XXX', address2: '', city: 'HaXXXXX', state: 'GU', postal: 'XXXXX', country: 'USA' }
    server.replies(checkAccountNumber, mayEnrol({ billAddressSource: 'ACOV', personAddressOverride: masked }, 'list'))
    const override = { ...masked, address1: 'PO Box 12', city: 'Hagatna', postal: '96932' }
    knowsAccount(server, { billAddressSource: 'ACOV', personAddressOverride: override })
    await reachDetails(openPortal('/sign-up'))
    expect(await rowOf('Address line 1')).toBe('Address line 1PO Box 12')
    expect(server.askedFor(readOtherDetails).every(({ body }) => JSON.stringify(body).includes(testHandle))).toBe(true)
  })
})

describe('moving about', () => {
  test('Back from the login details keeps the input but for passwords; so does the browser’s Back', async () => {
    knowsAccount(server)
    const user = openPortal('/sign-up')
    await reachDetails(user)
    await fillDetails(server, user)
    await user.click(await button('Back'))
    await heading(stepName(1))
    history.back()
    await heading(stepName(2))
    expect(await screen.findByLabelText(/^Username/)).toHaveProperty('value', 'maria')
    expect(screen.getByLabelText(/^Password/)).toHaveProperty('value', '')
  })

  test('a reload of step 2 stays there', async () => {
    knowsAccount(server)
    await reachZip(openPortal('/sign-up'))
    cleanup()
    openPortal('/sign-up?step=2')
    await heading(stepName(1))
    expect(await screen.findByText('0123456789')).toBeTruthy()
  })

  test('a reload of step 3 stays there when the zip code was proven', async () => {
    isAtDetails(server)
    openPortal('/sign-up?step=3')
    await heading(stepName(2))
    expect(await screen.findByLabelText(/^Email address/)).toHaveProperty('value', 'maria@example.com')
  })

  test('a reload of step 3 asks for the zip code again when it was not proven', async () => {
    hasBegun()
    server.replies(readOtherDetails, testPerson({ isMasked: true }))
    openPortal('/sign-up?step=3')
    expect(await heading(stepName(1))).toBeTruthy()
  })

  test.each([
    [2, /^Billing zip code/],
    [3, /^Username/],
  ])(
    'given the customer of step %s cannot be fetched, then there are buttons to retry, go back and leave',
    async (step, label) => {
      hasBegun()
      server.refuses(readOtherDetails, 'partner-down', commonProblems['partner-down'])
      server.replies(readOtherDetails, testPerson({ isMasked: step === 2 }))
      const user = openPortal(`/sign-up?step=${step}`)
      expect((await screen.findByRole('alert')).textContent).toContain(signUpTexts.network)
      expect(screen.queryByText('…')).toBeNull()
      const main = within(screen.getByRole('main'))
      main.getByRole('button', { name: 'Back' })
      main.getByRole('link', { name: 'Cancel' })
      main.getByText(signUpTexts.mandatory)
      await user.click(main.getByRole('button', { name: 'Try again' }))
      await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
      expect(await screen.findByLabelText(label)).toBeTruthy()
    },
  )

  test('a bookmark of a later step starts at the first', async () => {
    openPortal('/sign-up?step=3')
    await heading(stepName(0))
    expect(location.search).toBe('')
  })
})

describe('maintenance (R16)', () => {
  test('given login / sign-up switched off when the page opens, then there is no form', async () => {
    openPortal('/sign-up', { maintenance: { login: true, payNow: false } })
    await screen.findByText(signUpTexts.maintenance)
    expect(screen.queryByLabelText(/^Account number/)).toBeNull()
  })

  test('given it is switched off in the meantime, then the page says so at the next step', async () => {
    server.refuses(checkAccountNumber, 'maintenance', commonProblems.maintenance)
    const user = openPortal('/sign-up')
    await sendNumber(user)
    expect(await screen.findByText(signUpTexts.maintenance)).toBeTruthy()
  })
})
