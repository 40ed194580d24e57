import {
  acceptAutopay,
  type AutopayAgreement,
  changeAutopay,
  endAutopay,
  listAutopay,
  readAgreed,
  readAgreementWords,
  resumeAutopay,
} from '@portal/contract/autopay'
import { autopayTexts, heldTexts, pausedTexts } from '@portal/contract/autopay-texts'
import { CalendarDate } from '@portal/contract/dates'
import { CheckoutPublicId } from '@portal/contract/ids'
import { cents } from '@portal/contract/money'
import { nextChargeTexts } from '@portal/contract/next-charge'
import { listSavedMethods } from '@portal/contract/saved-methods'
import { screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { testNextCharge } from '#testing/next-charge.ts'
import {
  accountNumber,
  customerServer,
  openSignedIn,
  testAgreement,
  testAutopay,
  testRow,
  testSavedMethod,
  twoAccounts,
} from '../testing/dashboard.ts'

let server: ReturnType<typeof customerServer>
const credit = testSavedMethod(1, { isDefault: true })
const debit = testSavedMethod(2, { funding: 'debit', lastFour: '0005' })
const sha256 = 'a'.repeat(64)
const offered = { version: '1', sha256, words: 'We charge your card.\n\nYou can end it.', cardEndsBefore: null }

beforeEach(() => {
  sessionStorage.clear()
  server = customerServer(twoAccounts)
  server.replies(listSavedMethods, { cards: [credit, debit] })
  server.replies(readAgreementWords, offered)
})
afterEach(() => vi.unstubAllGlobals())

const page = '/dashboard?view=payment-methods'
const open = (address = page) => openSignedIn(address, { savesCards: true })
const button = async (name: string | RegExp) => await screen.findByRole('button', { name })
const replies = (...agreements: readonly AutopayAgreement[]) => {
  server.forget(listAutopay)
  server.replies(listAutopay, testAutopay(...agreements))
}

describe('what is charged next', () => {
  test.each([
    ['as told', {}, 'We’ll charge $80.53 to Visa ending in 4242 on 12/04/2026.'],
    ['before the notice', { says: 'about' }, 'We’ll charge about $80.53 to Visa ending in 4242 on 12/04/2026.'],
    [
      'after the due date',
      { says: 'aboutFrom' },
      'We’ll charge about $80.53 to Visa ending in 4242 on or after 12/04/2026.',
    ],
    ['without balances', { says: 'some', amount: null }, 'We’ll charge Visa ending in 4242 on 12/04/2026.'],
    ['now', { says: 'charging' }, 'A charge to Visa ending in 4242 is under way.'],
    ['when nothing is left', { says: 'nothing', amount: null }, nextChargeTexts.nothing],
    [
      'after a decline',
      { says: 'retries' },
      'The bank did not pay $80.53. We’ll try Visa ending in 4242 once more on 12/04/2026.',
    ],
    ['while it waits', { heldFor: 'stale_import' }, heldTexts.stale_import],
    [
      'with a card that expires before',
      { cardEnds: '2026-11' },
      'This card expires 11/26, before 12/04/2026. If your bank renews it, we can still charge it. If not, choose another card.',
    ],
    [
      'above the most that was agreed',
      { says: 'overLimit', amount: null, most: cents(8000) },
      'We won’t charge the next bill, because it is more than $80.00. Pay it yourself.',
    ],
  ] as const)('is said in a sentence: %s', async (_, differences, sentence) => {
    replies(testAgreement({ next: testNextCharge(differences) }))
    open()
    expect(await screen.findByText(sentence)).toBeDefined()
  })

  test.each([
    ['its next charge', testAgreement(), 'AutoPay · 12/04/2026'],
    [
      'its next charge, also at night',
      testAgreement({ next: testNextCharge({ heldFor: 'after_hours' }) }),
      'AutoPay · 12/04/2026',
    ],
    [
      'its first possible day',
      testAgreement({ next: testNextCharge({ says: 'aboutFrom' }) }),
      'AutoPay · 12/04/2026 or later',
    ],
    ['on, without a bill', testAgreement({ next: null }), 'AutoPay is on'],
    ['that it charges', testAgreement({ next: testNextCharge({ says: 'charging' }) }), 'AutoPay is charging'],
    ['that it waits', testAgreement({ next: testNextCharge({ heldFor: 'stale_import' }) }), 'AutoPay waits'],
    [
      'that the bill is too high',
      testAgreement({ next: testNextCharge({ says: 'overLimit', amount: null }) }),
      'Above AutoPay limit',
    ],
    ['a pause', testAgreement({ state: 'PAUSED', pausedFor: 'staff', next: null }), 'AutoPay is paused'],
  ])('is in the row of its account, in a few words: %s', async (_, agreement, words) => {
    replies(agreement)
    open('/dashboard')
    const rowOf = async (account: string) => within(await screen.findByRole('row', { name: new RegExp(account) }))
    expect(await (await rowOf(accountNumber(1))).findByText(words)).toBeDefined()
    expect((await rowOf(accountNumber(2))).queryByText(/AutoPay/)).toBeNull()
  })

  test('by another person is in the row, too', async () => {
    server.forget(listAutopay)
    server.replies(listAutopay, { ...testAutopay(), byOthers: [accountNumber(2)] })
    open('/dashboard')
    const row = within(await screen.findByRole('row', { name: new RegExp(accountNumber(2)) }))
    expect(await row.findByText('AutoPay is on')).toBeDefined()
    expect(server.askedFor(listAutopay)).toHaveLength(1)
  })
})

test('the last charge leads to its receipt', async () => {
  const checkout = CheckoutPublicId.parse('7d1c8a52-4f5e-4f1e-9a53-0d8f0e8a6c11')
  replies(testAgreement({ last: { on: CalendarDate.parse('2026-11-04'), amount: cents(3616), checkout } }))
  open()
  const link = await screen.findByRole('link', { name: /Receipt/ })
  expect(link.getAttribute('href')).toBe(`/payment-result?id=${checkout}&by=customer`)
})

test.each([
  ['', false, autopayTexts.turnedOff],
  [
    ', which says that a charge is still going through',
    true,
    'AutoPay is off. A charge that began before is still going through. We’ll email you the result.',
  ],
])('AutoPay ends with one press, and can be turned on again from there%s', async (_, isCharging, said) => {
  replies(testAgreement())
  server.replies(endAutopay, { ...testAutopay(), isCharging })
  const user = open()
  await user.click(await button(/^Turn off AutoPay/))
  await screen.findByText(said)
  expect(server.askedFor(endAutopay)[0]?.address.pathname).toBe('/api/v1/autopay/5/end')
  await user.click(await button(autopayTexts.turnOn))
  await screen.findByRole('heading', { name: autopayTexts.turnOn, level: 1 })
})

test('the words are there to read, as they were accepted', async () => {
  replies(testAgreement())
  server.replies(readAgreed, { version: '1', words: 'These were the words.', acceptedAt: testAgreement().acceptedAt })
  const user = open()
  await user.click(await button(/^What I agreed to/))
  expect(await screen.findByText('These were the words.')).toBeDefined()
})

describe('a pause', () => {
  test.each([
    ['declined_twice', true, true],
    ['card_refused', false, true],
    ['staff', false, false],
  ] as const)('for %s says why, and what helps', async (pausedFor, canGoOn, canChoose) => {
    replies(testAgreement({ state: 'PAUSED', pausedFor, next: null }))
    open()
    await screen.findByText(pausedTexts[pausedFor])
    expect(screen.queryByRole('button', { name: 'Turn on again' }) !== null).toBe(canGoOn)
    expect(screen.queryByRole('button', { name: autopayTexts.anotherCard }) !== null).toBe(canChoose)
  })

  test('is over once the customer goes on with the card', async () => {
    replies(testAgreement({ state: 'PAUSED', pausedFor: 'declined_twice', next: null }))
    server.replies(resumeAutopay, testAutopay(testAgreement()))
    const user = open()
    await user.click(await button('Turn on again'))
    await screen.findByText('AutoPay is on again.')
    expect(screen.queryByText(pausedTexts.declined_twice)).toBeNull()
  })

  test('is loud on the account summary', async () => {
    replies(testAgreement({ state: 'PAUSED', pausedFor: 'declined_twice', next: null }))
    open('/dashboard')
    await screen.findByText('AutoPay is paused for account 0000000001. Its bills are not paid now.')
    expect((await screen.findByRole('link', { name: 'See why, and turn it on again' })).getAttribute('href')).toBe(page)
  })
})

describe('the account summary', () => {
  test('of one account says what is charged next', async () => {
    server = customerServer([testRow()])
    replies(testAgreement())
    open('/dashboard')
    expect(
      await screen.findByText('AutoPay is on. We’ll charge $80.53 to Visa ending in 4242 on 12/04/2026.'),
    ).toBeDefined()
  })

  test('without AutoPay offers it quietly', async () => {
    open('/dashboard')
    expect(await screen.findByRole('link', { name: autopayTexts.setUp })).toBeDefined()
  })

  test('says nothing of it where the gateway keeps no cards', async () => {
    openSignedIn('/dashboard')
    await screen.findByRole('heading', { name: 'Your Account Summary' })
    await server.settles()
    expect(screen.queryByText(/AutoPay/)).toBeNull()
    expect(server.askedFor(listAutopay)).toHaveLength(0)
  })
})

describe('turning on AutoPay', () => {
  const toForm = async () => {
    const user = open()
    await user.click(await button(autopayTexts.setUp))
    await screen.findByText('You can end it.')
    return user
  }
  const agreeBox = () => screen.getByRole('checkbox', { name: /I have read these terms/ })

  test('takes account, card, day, limit and end, and the words that were shown; nothing is ticked beforehand', async () => {
    server.replies(acceptAutopay, testAutopay(testAgreement()))
    const user = await toForm()
    expect(agreeBox()).toHaveProperty('checked', false)
    await user.selectOptions(screen.getByLabelText('Account'), accountNumber(2))
    await user.selectOptions(screen.getByLabelText('When to charge'), 'daysBefore')
    await user.selectOptions(screen.getByLabelText('Days before'), '3')
    await user.click(screen.getByRole('checkbox', { name: /Set the most/ }))
    await user.type(screen.getByLabelText('Most per bill'), '15000')
    await user.type(screen.getByLabelText('Last day (optional)'), '2027-01-31')
    await user.click(agreeBox())
    await vi.waitFor(() => expect(screen.getByRole('button', { name: autopayTexts.turnOn }).ariaDisabled).toBeNull())
    await user.click(await button(autopayTexts.turnOn))
    await screen.findByText(autopayTexts.turnedOn)
    expect(server.askedFor(acceptAutopay)[0]?.body).toEqual({
      accountId: accountNumber(2),
      terms: { savedCardId: 1, day: { rule: 'daysBefore', number: 3 }, most: 15_000, endsOn: '2027-01-31' },
      words: { sha256 },
    })
  })

  test('is not possible without agreeing, or without a day', async () => {
    const user = await toForm()
    await user.selectOptions(screen.getByLabelText('When to charge'), 'daysBefore')
    screen.getByText('Complete your choices above to see the terms.')
    expect(screen.queryByText('You can end it.')).toBeNull()
    expect(screen.queryByRole('checkbox', { name: /I have read these terms/ })).toBeNull()
    await user.click(await button(autopayTexts.turnOn))
    expect((await screen.findAllByText(autopayTexts.wrongDay)).length).toBeGreaterThan(0)
    await user.selectOptions(screen.getByLabelText('Days before'), '3')
    await screen.findByText('You can end it.')
    await vi.waitFor(() => expect(screen.getByRole('button', { name: autopayTexts.turnOn }).ariaDisabled).toBeNull())
    await user.click(await button(autopayTexts.turnOn))
    expect((await screen.findAllByText('To continue, agree to the terms.')).length).toBeGreaterThan(0)
    expect(server.askedFor(acceptAutopay)).toHaveLength(0)
  })

  test.each<[string, (user: ReturnType<typeof open>) => Promise<unknown>]>([
    ['the account', async (user) => await user.selectOptions(screen.getByLabelText('Account'), accountNumber(2))],
    ['the card', async (user) => await user.selectOptions(screen.getByLabelText('Payment method'), '2')],
    ['the day', async (user) => await user.selectOptions(screen.getByLabelText('When to charge'), 'daysBefore')],
    ['the limit', async (user) => await user.click(screen.getByRole('checkbox', { name: /Set the most/ }))],
    ['the end', async (user) => await user.type(screen.getByLabelText('Last day (optional)'), '2027-01-31')],
  ])('when %s is changed after agreeing, then the tick is gone, which is announced', async (_, change) => {
    const user = await toForm()
    await user.click(agreeBox())
    await change(user)
    const news = await screen.findByText('The terms below your choices have changed. Read them, and agree again.')
    expect(news.closest('[role=status]')).not.toBeNull()
    const box = screen.queryByRole('checkbox', { name: /I have read these terms/ })
    expect(box === null || box.ariaChecked !== 'true').toBe(true)
    expect(box === null || !(box instanceof HTMLInputElement && box.checked)).toBe(true)
  })

  test('what was typed as the most per bill is said in dollars', async () => {
    const user = await toForm()
    await user.click(screen.getByRole('checkbox', { name: /Set the most/ }))
    const most = screen.getByLabelText('Most per bill')
    const described = () =>
      (most.getAttribute('aria-describedby') ?? '').split(' ').map((id) => document.getElementById(id)?.textContent)
    expect(described().join(' ')).toContain('Type 8053 for $80.53.')
    await user.type(most, '150')
    expect(described().join(' ')).toContain('You entered $1.50.')
  })

  test('with a debit card says the ten days, and takes a range', async () => {
    server.replies(acceptAutopay, testAutopay(testAgreement()))
    const user = await toForm()
    expect(screen.queryByLabelText('Email before the charge')).toBeNull()
    await user.selectOptions(screen.getByLabelText('Payment method'), '2')
    await user.selectOptions(screen.getByLabelText('When to charge'), 'daysBefore')
    expect(within(screen.getByLabelText('Days before')).getAllByRole('option')).toHaveLength(12)
    await user.selectOptions(screen.getByLabelText('Email before the charge'), 'outside')
    expect(within(screen.getByLabelText('Days before')).getAllByRole('option')).toHaveLength(17)
    await user.selectOptions(screen.getByLabelText('When to charge'), 'dueDate')
    await user.type(screen.getByLabelText('From'), '2000')
    await user.type(screen.getByLabelText('To'), '15000')
    await user.click(agreeBox())
    await vi.waitFor(() => expect(screen.getByRole('button', { name: autopayTexts.turnOn }).ariaDisabled).toBeNull())
    await user.click(await button(autopayTexts.turnOn))
    await screen.findByText(autopayTexts.turnedOn)
    expect(server.askedFor(acceptAutopay)[0]?.body).toMatchObject({ terms: { range: { low: 2_000, high: 15_000 } } })
  })

  test('with a card that expires before the first charge says so', async () => {
    server.forget(readAgreementWords)
    server.replies(readAgreementWords, { ...offered, cardEndsBefore: CalendarDate.parse('2031-01-05') })
    await toForm()
    expect(
      await screen.findByText(/^This card expires 12\/30, before 01\/05\/2031\. If your bank renews it/),
    ).toBeDefined()
  })

  test('by words that have changed shows the new ones, unticked, and loses nothing typed', async () => {
    server.refuses(acceptAutopay, 'words-changed', acceptAutopay.problems['words-changed'])
    const user = await toForm()
    await user.selectOptions(screen.getByLabelText('When to charge'), 'dayOfMonth')
    await user.selectOptions(screen.getByLabelText('Day of the month'), '15')
    await screen.findByText('You can end it.')
    await vi.waitFor(() => expect(screen.getByRole('button', { name: autopayTexts.turnOn }).ariaDisabled).toBeNull())
    await user.click(agreeBox())
    server.forget(readAgreementWords)
    server.replies(readAgreementWords, { ...offered, version: '2', sha256: 'b'.repeat(64), words: 'Other words.' })
    await vi.waitFor(() => expect(screen.getByRole('button', { name: autopayTexts.turnOn }).ariaDisabled).toBeNull())
    await user.click(await button(autopayTexts.turnOn))
    await screen.findByText(autopayTexts.wordsChanged)
    await screen.findByText('Other words.')
    expect(agreeBox()).toHaveProperty('checked', false)
    expect(screen.getByLabelText('Day of the month')).toHaveProperty('value', '15')
  })
})

test('a change begins with what is agreed, and sends what is chosen', async () => {
  replies(testAgreement({ terms: { ...testAgreement().terms, most: cents(15_000) } }))
  server.replies(changeAutopay, testAutopay(testAgreement()))
  const user = open()
  await user.click(await button(/^Change, account/))
  expect(await screen.findByLabelText('Most per bill')).toHaveProperty('value', '150.00')
  await user.selectOptions(screen.getByLabelText('Payment method'), '2')
  await user.click(screen.getByRole('checkbox', { name: /I have read these terms/ }))
  await vi.waitFor(() => expect(screen.getByRole('button', { name: autopayTexts.save }).ariaDisabled).toBeNull())
  await user.click(await button(autopayTexts.save))
  await screen.findByText(autopayTexts.changed)
  expect(server.askedFor(changeAutopay)[0]?.body).toMatchObject({ terms: { savedCardId: 2, most: 15_000 } })
})
