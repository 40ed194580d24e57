import type { FrameLocator, Page } from '@playwright/test'
import type { ServiceFees } from '@portal/contract/fees'
import { savedMethodTexts } from '@portal/contract/saved-methods'
import { readBase } from '../world/base.ts'
import { startWorld, type World } from '../world/world.ts'
import { expect, test as inOnePortal } from './fixtures.ts'

/** In a portal whose cards Stripe takes and keeps. Any trouble with the security policy fails a test. */
export const testWithFees = (serviceFees: ServiceFees) =>
  inOnePortal.extend<object, { world: World }>({
    world: [
      async ({}, use) => {
        const world = await startWorld(readBase(), undefined, true, serviceFees)
        await use(world)
        await world.stop()
      },
      { scope: 'worker', timeout: 60_000 },
    ],
  })
export const test = testWithFees([])

/** Numbers of Stripe's own test cards, by what becomes of them. */
export const stripeCards = {
  good: '4242424242424242',
  noMoney: '4000000000009995',
  declinedOnceSaved: '4000000000000341',
  asksPayer: '4000002760003184',
  isDisputed: '4000000000000259',
} as const

const frameTitle = 'iframe[title="Secure payment input frame"]'

/** Types into the gateway's frame and into the portal's own fields. */
export async function typeCard(page: Page, number: string): Promise<void> {
  // What stands below the frame moves when it is shown.
  await expect(page.locator(`div:not([data-loading]) > ${frameTitle}`)).toBeVisible()
  const frame = page.frameLocator(frameTitle)
  await frame.getByLabel('Card number').fill(number)
  await frame.getByLabel('Expiration date').fill('12 / 30')
  await frame.getByLabel('Security code').fill('123')
  await page.getByLabel('Card holder name').fill('Maria Cruz')
  await page.getByLabel('Card zip code').fill('96913')
}

/** Once the page stands still: a click right after scrolling goes to the frame that was there before. */
export async function saveMethod(page: Page, name: string = savedMethodTexts.save): Promise<void> {
  const button = page.getByRole('button', { name })
  await button.scrollIntoViewIfNeeded()
  await page.evaluate(async () => await new Promise((shown) => setTimeout(() => requestAnimationFrame(shown), 100)))
  await button.click()
}

/** Numbers of Stripe's own test bank accounts, by what becomes of a debit. */
export const stripeBanks = { pays: '000123456789', noMoney: '000222222227', closed: '000111111113' } as const

/** Types the numbers of a bank account into the gateway's frame, and its holder into the portal's own field. */
export async function typeBankAccount(page: Page, number: string): Promise<void> {
  const frame = await bankFrame(page)
  await frame.getByLabel('Type the numbers').check()
  await frame.getByLabel('Routing number').fill('110000000')
  await frame.getByLabel('Account number').fill(number)
}

/** Logs in to the bank instead, and chooses the account there. */
export async function chooseBankAccount(page: Page, number: string): Promise<void> {
  await (await bankFrame(page)).getByRole('combobox').selectOption(number)
}

async function bankFrame(page: Page): Promise<FrameLocator> {
  await page.getByLabel('Account holder name').fill('Maria Cruz')
  await expect(page.locator(`div:not([data-loading]) > ${frameTitle}`)).toBeVisible()
  return page.frameLocator(frameTitle)
}
