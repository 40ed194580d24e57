import { getHumanCheck } from '@portal/contract/human-check'
import { payNowTexts, validateAccount } from '@portal/contract/pay-now'
import { type ProofPolicy, proofFields, proofTexts, setProof } from '@portal/contract/proof'
import { checkAccountNumber, signUpTexts, validateZip } from '@portal/contract/sign-up'
import { screen } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openPortal } from '#testing/app.tsx'
import { testCheckout } from '#testing/data.ts'
import { fill } from '#testing/fill.ts'
import { testServer } from '#testing/server.ts'
import { knowsAccount, reachZip } from '../customer/sign-up/testing/sign-up.ts'

let server: ReturnType<typeof testServer>
beforeEach(() => {
  sessionStorage.clear()
  server = testServer()
  const parameters = { algorithm: 'PBKDF2/SHA-256', nonce: '', salt: '', cost: 1, keyLength: 32, keyPrefix: '00' }
  server.replies(getHumanCheck, { challenge: { parameters }, expiresAt: testCheckout().startedAt })
})
afterEach(() => setProof())

const asks = (policy: Partial<ProofPolicy>) => setProof({ payNow: ['zip'], registration: ['zip'], ...policy })
const field = (name: keyof typeof proofFields) => screen.findByLabelText(new RegExp(`^${proofFields[name].label}`))
const press = async (user: UserEvent, name: string) => await user.click(await screen.findByRole('button', { name }))

describe('Pay Now of a utility that asks for the last bill and the house number', () => {
  beforeEach(() => asks({ payNow: ['lastBillAmount', 'houseNumber'] }))

  test('shows their fields instead of the zip code, with a keypad for them, and says what is missing', async () => {
    const user = openPortal('/paynow')
    expect(await field('lastBillAmount')).toHaveProperty('inputMode', 'decimal')
    expect(await field('houseNumber')).toHaveProperty('inputMode', 'numeric')
    expect(screen.queryByLabelText(/zip/)).toBeNull()
    await fill(user, await screen.findByLabelText(/^Account number/), '0123456789')
    await fill(user, await field('lastBillAmount'), 'much')
    await press(user, payNowTexts.continue)
    await screen.findByText(proofFields.lastBillAmount.error)
    await screen.findByText(proofFields.houseNumber.error)
    expect(server.askedFor(validateAccount)).toHaveLength(0)
  })

  test('sends them as they were typed, and keeps them when they are wrong', async () => {
    server.replies(validateAccount, { result: { status: 'Failed', details: proofTexts.differs } })
    const user = openPortal('/paynow')
    await fill(user, await screen.findByLabelText(/^Account number/), '0123456789')
    await fill(user, await field('lastBillAmount'), '$80.53')
    await fill(user, await field('houseNumber'), '12 Water Lane')
    await press(user, payNowTexts.continue)
    expect((await screen.findByRole('alert')).textContent).toBe(proofTexts.differs)
    const typed = { accountId: '0123456789', lastBillAmount: '$80.53', houseNumber: '12 Water Lane' }
    expect(server.askedFor(validateAccount)).toMatchObject([{ body: typed }])
    expect(await field('lastBillAmount')).toHaveProperty('value', '$80.53')
  })
})

describe('registering at a utility that asks for the PIN and the last payment', () => {
  beforeEach(() => asks({ registration: ['pin', 'lastPayment'] }))

  test('shows their fields, which no program fills, and says what is missing', async () => {
    knowsAccount(server)
    const user = openPortal('/sign-up')
    await reachZip(user)
    const pin = await field('pin')
    expect([pin.getAttribute('autocomplete'), pin.getAttribute('data-1p-ignore')]).toEqual(['off', 'true'])
    await press(user, signUpTexts.continue)
    for (const name of ['pin', 'lastPaymentAmount', 'lastPaymentDate'] as const)
      await screen.findByText(proofFields[name].error)
    expect(server.askedFor(validateZip)).toHaveLength(0)
  })

  test('sends them, and the masked address follows', async () => {
    knowsAccount(server)
    const user = openPortal('/sign-up')
    await reachZip(user)
    await fill(user, await field('pin'), 'ab12')
    await fill(user, await field('lastPaymentAmount'), '45')
    await fill(user, await field('lastPaymentDate'), '1/5/26')
    await press(user, signUpTexts.continue)
    await screen.findByRole('dialog', { name: signUpTexts.confirmAddress })
    const typed = { accountId: '0123456789', pin: 'ab12', lastPaymentAmount: '45', lastPaymentDate: '1/5/26' }
    expect(server.askedFor(validateZip)).toMatchObject([{ body: typed }])
  })

  test('an account that lacks them is told so with the phone number', async () => {
    const description = proofTexts.none.replace('{phone}', '671-555-0100')
    server.replies(checkAccountNumber, { status: 'Failed', description })
    const user = openPortal('/sign-up')
    await fill(user, await screen.findByLabelText(/^Account number/), '0123456789')
    await press(user, signUpTexts.continue)
    expect((await screen.findByRole('alert')).textContent).toBe(description)
  })
})

test('the home page and the FAQ name what is asked', async () => {
  asks({ payNow: ['lastBillAmount'], registration: ['pin'] })
  openPortal('/')
  await screen.findByRole('heading', { name: proofFields.lastBillAmount.label })
  expect(screen.queryByText(/zip code/)).toBeNull()
})
