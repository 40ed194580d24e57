import { listAutopay } from '@portal/contract/autopay'
import { autopayTexts, pausedTexts } from '@portal/contract/autopay-texts'
import { CalendarDate } from '@portal/contract/dates'
import {
  listSavedMethods,
  makeDefaultMethod,
  removeMethod,
  renameMethod,
  savedMethodTexts,
} from '@portal/contract/saved-methods'
import { listScheduledPayments } from '@portal/contract/scheduled-payments'
import { screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { customerServer, openSignedIn, testAgreement, testAutopay, testSavedMethod } from '../testing/dashboard.ts'

let server: ReturnType<typeof customerServer>
beforeEach(() => {
  sessionStorage.clear()
  server = customerServer([])
  server.replies(listScheduledPayments, { today: CalendarDate.parse('2026-11-21'), payments: [] })
})
afterEach(() => vi.unstubAllGlobals())

const one = testSavedMethod(1, { isDefault: true })
const two = testSavedMethod(2, {
  brand: 'Mastercard',
  lastFour: '4444',
  name: 'Office',
  expires: '2026-10',
  isExpired: true,
})

const open = () => openSignedIn('/dashboard?view=payment-methods', { savesCards: true })
const button = async (name: string) => await screen.findByRole('button', { name })

test('every card is listed with its expiry, the default and an expired one marked in words', async () => {
  server.replies(listSavedMethods, { cards: [one, two] })
  open()
  const [first, second] = (await screen.findAllByText(/Expires/)).map((expiry) => expiry.closest('li'))
  expect(first?.textContent).toContain('Visa ending in 4242')
  expect(first?.textContent).toContain(savedMethodTexts.isDefault)
  expect(first?.textContent).toContain('Expires 12/30')
  expect(second?.textContent).toContain('Office')
  expect(second?.textContent).toContain(savedMethodTexts.expired)
})

test('without a card, the page says what saving one is good for', async () => {
  server.replies(listSavedMethods, { cards: [] })
  open()
  expect(await screen.findByText('Save one to pay without typing it again.')).toBeDefined()
})

test('cards that could not be loaded can be loaded again', async () => {
  server.isUnreachableFor(listSavedMethods)
  const user = open()
  await screen.findByText('We couldn’t reach our server. Check your internet connection.')
  server.forget(listSavedMethods)
  server.replies(listSavedMethods, { cards: [one] })
  await user.click(await button('Try again'))
  expect(await screen.findByText('Visa ending in 4242')).toBeDefined()
})

test('a card is removed only after the customer has read what stops', async () => {
  server.replies(listSavedMethods, { cards: [one, two] })
  server.replies(removeMethod, { cards: [{ ...two, isDefault: true }] })
  const user = open()
  await user.click(await button('Remove: Visa ending in 4242'))
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Remove this card?' }))
  dialog.getByText(savedMethodTexts.removeLead)
  expect(server.askedFor(removeMethod)).toHaveLength(0)
  await user.click(dialog.getByRole('button', { name: savedMethodTexts.remove }))
  await screen.findByText(savedMethodTexts.removed)
  expect(screen.queryByText('Visa ending in 4242')).toBeNull()
  expect(server.askedFor(removeMethod)[0]?.address.pathname).toBe('/api/v1/saved-cards/1/remove')
})

test('a card can be named, and another one made the default', async () => {
  server.replies(listSavedMethods, { cards: [one, two] })
  server.replies(makeDefaultMethod, { cards: [{ ...two, isDefault: true }, testSavedMethod(1)] })
  server.replies(renameMethod, { cards: [{ ...two, isDefault: true }, testSavedMethod(1, { name: 'Home' })] })
  const user = open()
  await user.click(await button('Make default: Mastercard ending in 4444'))
  await user.click(await button('Rename: Visa ending in 4242'))
  await user.type(await screen.findByRole('textbox', { name: savedMethodTexts.name }), 'Home')
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Rename' }))
  await screen.findByRole('heading', { name: 'Home' })
  expect(server.askedFor(renameMethod)[0]?.body).toEqual({ name: 'Home' })
})

test('whoever cancels adding a card is back at the top of the page, at its title', async () => {
  server.replies(listSavedMethods, { cards: [one] })
  const user = open()
  await user.click(await button(savedMethodTexts.add))
  await user.click(await button('Cancel'))
  const title = await screen.findByRole('heading', { level: 1, name: autopayTexts.pageTitle })
  const scrollTo = vi.spyOn(window, 'scrollTo')
  await vi.waitFor(() => expect(document.activeElement).toBe(title))
  await user.click(await button(savedMethodTexts.add))
  await user.click(await button('Cancel'))
  await vi.waitFor(() => expect(scrollTo).toHaveBeenLastCalledWith(0, 0))
  scrollTo.mockRestore()
})

test('with ten cards, no more can be added, but one of them can be updated', async () => {
  server.replies(listSavedMethods, { cards: Array.from({ length: 10 }, (_, index) => testSavedMethod(index + 1)) })
  open()
  await screen.findByText(`${savedMethodTexts.tooMany} To update a card, enter it again.`)
  expect(screen.queryByRole('button', { name: savedMethodTexts.add })).toBeNull()
  await button('Update a card')
})

test('removing a card that AutoPay uses says for which account it pauses, and shows the pause then', async () => {
  server.replies(listSavedMethods, { cards: [one, two] })
  server.forget(listAutopay)
  server.replies(listAutopay, testAutopay(testAgreement()))
  server.replies(removeMethod, { cards: [{ ...two, isDefault: true }] })
  const user = open()
  await screen.findByText(/used by AutoPay/)
  await user.click(await button('Remove: Visa ending in 4242'))
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Remove this card?' }))
  dialog.getByText(/AutoPay for 0000000001 uses this card/)
  server.forget(listAutopay)
  server.replies(listAutopay, testAutopay(testAgreement({ state: 'PAUSED', pausedFor: 'card_removed', next: null })))
  await user.click(dialog.getByRole('button', { name: savedMethodTexts.remove }))
  expect(await screen.findByText(pausedTexts.card_removed)).toBeDefined()
})

test('where the gateway keeps no cards, no page says anything of them', async () => {
  openSignedIn('/dashboard?view=payment-methods')
  await screen.findByRole('link', { name: 'My Bills' })
  await server.settles()
  expect(screen.queryByText(savedMethodTexts.title)).toBeNull()
  expect(server.askedFor(listSavedMethods)).toHaveLength(0)
})
