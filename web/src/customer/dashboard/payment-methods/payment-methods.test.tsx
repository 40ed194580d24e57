import { listAutopay } from '@portal/contract/autopay'
import { autopayTexts, pausedTexts } from '@portal/contract/autopay-texts'
import { CalendarDate } from '@portal/contract/dates'
import { listSavedCards, makeDefaultCard, removeCard, renameCard, savedCardTexts } from '@portal/contract/saved-cards'
import { listScheduledPayments } from '@portal/contract/scheduled-payments'
import { screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { customerServer, openSignedIn, testAgreement, testAutopay, testSavedCard } from '../testing/dashboard.ts'

let server: ReturnType<typeof customerServer>
beforeEach(() => {
  sessionStorage.clear()
  server = customerServer([])
  server.replies(listScheduledPayments, { today: CalendarDate.parse('2026-11-21'), payments: [] })
})
afterEach(() => vi.unstubAllGlobals())

const one = testSavedCard(1, { isDefault: true })
const two = testSavedCard(2, {
  brand: 'Mastercard',
  lastFour: '4444',
  name: 'Office',
  expires: '2026-10',
  isExpired: true,
})

const open = () => openSignedIn('/dashboard?view=payment-methods', { savesCards: true })
const button = async (name: string) => await screen.findByRole('button', { name })

test('every card is listed with its expiry, the default and an expired one marked in words', async () => {
  server.replies(listSavedCards, { cards: [one, two] })
  open()
  const [first, second] = (await screen.findAllByText(/Expires/)).map((expiry) => expiry.closest('li'))
  expect(first?.textContent).toContain('Visa ending in 4242')
  expect(first?.textContent).toContain(savedCardTexts.isDefault)
  expect(first?.textContent).toContain('Expires 12/30')
  expect(second?.textContent).toContain('Office')
  expect(second?.textContent).toContain(savedCardTexts.expired)
})

test('without a card, the page says what saving one is good for', async () => {
  server.replies(listSavedCards, { cards: [] })
  open()
  expect(await screen.findByText('Save one to pay without typing it again.')).toBeDefined()
})

test('cards that could not be loaded can be loaded again', async () => {
  server.isUnreachableFor(listSavedCards)
  const user = open()
  await screen.findByText('We couldn’t reach our server. Check your internet connection.')
  server.forget(listSavedCards)
  server.replies(listSavedCards, { cards: [one] })
  await user.click(await button('Try again'))
  expect(await screen.findByText('Visa ending in 4242')).toBeDefined()
})

test('a card is removed only after the customer has read what stops', async () => {
  server.replies(listSavedCards, { cards: [one, two] })
  server.replies(removeCard, { cards: [{ ...two, isDefault: true }] })
  const user = open()
  await user.click(await button('Remove: Visa ending in 4242'))
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Remove this card?' }))
  dialog.getByText(savedCardTexts.removeLead)
  expect(server.askedFor(removeCard)).toHaveLength(0)
  await user.click(dialog.getByRole('button', { name: savedCardTexts.remove }))
  await screen.findByText(savedCardTexts.removed)
  expect(screen.queryByText('Visa ending in 4242')).toBeNull()
  expect(server.askedFor(removeCard)[0]?.address.pathname).toBe('/api/v1/saved-cards/1/remove')
})

test('a card can be named, and another one made the default', async () => {
  server.replies(listSavedCards, { cards: [one, two] })
  server.replies(makeDefaultCard, { cards: [{ ...two, isDefault: true }, testSavedCard(1)] })
  server.replies(renameCard, { cards: [{ ...two, isDefault: true }, testSavedCard(1, { name: 'Home' })] })
  const user = open()
  await user.click(await button('Make default: Mastercard ending in 4444'))
  await user.click(await button('Rename: Visa ending in 4242'))
  await user.type(await screen.findByRole('textbox', { name: savedCardTexts.name }), 'Home')
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Rename' }))
  await screen.findByRole('heading', { name: 'Home' })
  expect(server.askedFor(renameCard)[0]?.body).toEqual({ name: 'Home' })
})

test('whoever cancels adding a card is back at the top of the page, at its title', async () => {
  server.replies(listSavedCards, { cards: [one] })
  const user = open()
  await user.click(await button(savedCardTexts.add))
  await user.click(await button('Cancel'))
  const title = await screen.findByRole('heading', { level: 1, name: autopayTexts.pageTitle })
  const scrollTo = vi.spyOn(window, 'scrollTo')
  await vi.waitFor(() => expect(document.activeElement).toBe(title))
  await user.click(await button(savedCardTexts.add))
  await user.click(await button('Cancel'))
  await vi.waitFor(() => expect(scrollTo).toHaveBeenLastCalledWith(0, 0))
  scrollTo.mockRestore()
})

test('with ten cards, no more can be added, but one of them can be updated', async () => {
  server.replies(listSavedCards, { cards: Array.from({ length: 10 }, (_, index) => testSavedCard(index + 1)) })
  open()
  await screen.findByText(`${savedCardTexts.tooMany} To update a card, enter it again.`)
  expect(screen.queryByRole('button', { name: savedCardTexts.add })).toBeNull()
  await button('Update a card')
})

test('removing a card that AutoPay uses says for which account it pauses, and shows the pause then', async () => {
  server.replies(listSavedCards, { cards: [one, two] })
  server.forget(listAutopay)
  server.replies(listAutopay, testAutopay(testAgreement()))
  server.replies(removeCard, { cards: [{ ...two, isDefault: true }] })
  const user = open()
  await screen.findByText(/used by AutoPay/)
  await user.click(await button('Remove: Visa ending in 4242'))
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Remove this card?' }))
  dialog.getByText(/AutoPay for 0000000001 uses this card/)
  server.forget(listAutopay)
  server.replies(listAutopay, testAutopay(testAgreement({ state: 'PAUSED', pausedFor: 'card_removed', next: null })))
  await user.click(dialog.getByRole('button', { name: savedCardTexts.remove }))
  expect(await screen.findByText(pausedTexts.card_removed)).toBeDefined()
})

test('where the gateway keeps no cards, no page says anything of them', async () => {
  openSignedIn('/dashboard?view=payment-methods')
  await screen.findByRole('link', { name: 'My Bills' })
  await server.settles()
  expect(screen.queryByText(savedCardTexts.title)).toBeNull()
  expect(server.askedFor(listSavedCards)).toHaveLength(0)
})
