import { latestBillTexts } from '@portal/contract/bills'
import { cardMessages } from '@portal/contract/card'
import { humanCheckTexts } from '@portal/contract/human-check'
import { paymentFormTexts } from '@portal/contract/payment-form'
import { phonedInTexts } from '@portal/contract/phoned-in-texts'
import { paymentTexts } from '@portal/contract/payments'
import { type Page, expect } from '@playwright/test'
import { visa } from './cards.ts'
import { type PhonedInTab, openPhonedIn } from './phoned-in.ts'
import type { State } from './state.ts'
import type { World } from './world/world.ts'

/** Every state of Phoned-In Bill Payments. */
export const phonedInStates: readonly State[] = [
  { name: 'phoned-in', reach: async (page, world) => void (await openPhonedIn(page, world)) },
  {
    name: 'phoned-in-nothing-typed',
    async reach(page, world) {
      await openPhonedIn(page, world)
      await page.getByRole('button', { name: phonedInTexts.search, exact: true }).click()
      await expect(page.getByRole('alertdialog')).toContainText(phonedInTexts.nothingTyped)
    },
  },
  { name: 'phoned-in-found', reach: async (page, world) => void (await found(page, world)) },
  {
    name: 'phoned-in-not-found',
    async reach(page, world) {
      const tab = await openPhonedIn(page, world)
      await tab.search((await world.account('owing')).number, '9999999999', '48210')
      await expect(page.getByRole('alert')).toContainText(latestBillTexts.unknown)
    },
  },
  {
    name: 'phoned-in-server-error',
    async reach(page, world) {
      const tab = await openPhonedIn(page, world)
      const goOn = await world.takeBillsAway()
      await tab.search((await world.account('owing')).number)
      await expect(page.getByRole('alert')).toBeVisible()
      return goOn
    },
  },
  {
    name: 'phoned-in-details',
    async reach(page, world) {
      await found(page, world)
      await page
        .getByRole('button', { name: /^Details/ })
        .first()
        .click()
      await expect(page.getByRole('dialog').getByText('Mobile phone')).toBeVisible()
    },
  },
  {
    name: 'phoned-in-history',
    async reach(page, world) {
      await found(page, world)
      await page
        .getByRole('button', { name: /^Payment History/ })
        .first()
        .click()
      await expect(page.getByRole('dialog').getByRole('table').first()).toBeVisible()
    },
  },
  { name: 'phoned-in-cart', reach: async (page, world) => void (await cart(page, world)) },
  {
    name: 'phoned-in-cart-amount-missing',
    async reach(page, world) {
      const tab = await openPhonedIn(page, world)
      const [owing, inCredit] = [await world.account('owing'), await world.account('inCredit')]
      await tab.fillCart(owing, inCredit)
      await tab.verifyButton.click()
      await page.getByRole('button', { name: 'OK' }).click()
      await expect(tab.amount(inCredit.number)).toHaveAttribute('aria-invalid', 'true')
    },
  },
  {
    name: 'phoned-in-verify',
    async reach(page, world) {
      await (await cart(page, world)).verifyButton.click()
      await expect(page.getByRole('dialog', { name: humanCheckTexts.title })).toBeVisible()
    },
  },
  {
    name: 'phoned-in-card',
    async reach(page, world) {
      const tab = await card(page, world)
      await tab.fillCard(visa)
    },
  },
  {
    name: 'phoned-in-card-errors',
    async reach(page, world) {
      const tab = await card(page, world)
      await tab.payButton.click()
      await expect(page.getByText(cardMessages.holder).first()).toBeVisible()
    },
  },
  {
    name: 'phoned-in-processing',
    async reach(page, world) {
      const tab = await card(page, world)
      await tab.fillCard(visa)
      const goOn = await world.holdUpPayments()
      await tab.payButton.click()
      await expect(page.getByText(paymentTexts.processing)).toBeVisible()
      return goOn
    },
  },
]

async function found(page: Page, world: World): Promise<PhonedInTab> {
  const tab = await openPhonedIn(page, world)
  const accounts = [
    await world.account('owing'),
    await world.account('owing'),
    await world.account('cashOnly'),
    await world.account('closed'),
  ]
  await tab.search(...accounts.map(({ number }) => number))
  await expect(tab.summary).toBeVisible()
  await tab.tick(accounts[0]?.number ?? '')
  return tab
}

async function cart(page: Page, world: World): Promise<PhonedInTab> {
  const tab = await openPhonedIn(page, world)
  await tab.fillCart(await world.account('owing'), await world.account('owing'))
  return tab
}

async function card(page: Page, world: World): Promise<PhonedInTab> {
  const tab = await cart(page, world)
  await tab.verify()
  await tab.checkOutButton.click()
  await expect(page.getByRole('dialog', { name: paymentFormTexts.review })).toBeVisible()
  return tab
}
