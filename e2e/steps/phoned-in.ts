import { type Locator, type Page, expect } from '@playwright/test'
import type { AdminLevel } from '@portal/contract/admin-levels'
import { phonedInTexts } from '@portal/contract/phoned-in'
import type { Account } from '../world/accounts.ts'
import type { World } from '../world/world.ts'
import { paste } from './card-form.ts'
import { type Checkout, checkoutOn } from './checkout.ts'
import { openConsole } from './console.ts'

/** Phoned-In Bill Payments as a clerk uses it. */
export interface PhonedInTab extends Checkout {
  page: Page
  clerk: string
  /** Shows whose accounts are being paid. */
  banner: Locator
  /** 'Account Summary' of step 1, and 'Shopping Cart' of step 2. */
  summary: Locator
  cart: Locator
  addToCartButton: Locator
  /** Pastes the numbers into the first row of the search. */
  search(...accounts: string[]): Promise<void>
  tick(account: string): Promise<void>
  fillCart(...accounts: Account[]): Promise<void>
}

/** As a fresh administrator. */
export async function openPhonedIn(page: Page, world: World, level: AdminLevel = 5): Promise<PhonedInTab> {
  const { username } = await openConsole(page, world, level, 'phoned-in')
  const tab = phonedInOn(page, username)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(phonedInTexts.title)
  return tab
}

function phonedInOn(page: Page, clerk: string): PhonedInTab {
  const button = (name: string): Locator => page.getByRole('button', { name, exact: true })
  const firstRow = page.getByRole('textbox', { name: /^Account number/ }).first()
  const tab: PhonedInTab = {
    ...checkoutOn(page),
    page,
    clerk,
    banner: page.getByRole('status').filter({ hasText: 'You’re taking a payment for' }),
    summary: page.getByRole('table', { name: phonedInTexts.caption }),
    cart: page.getByRole('table', { name: phonedInTexts.cart }),
    addToCartButton: button(phonedInTexts.addToCart),
    async search(...accounts) {
      await paste(firstRow, accounts.join('\n'))
      if (accounts.length === 1) await firstRow.fill(accounts[0] ?? '')
      await button(phonedInTexts.search).click()
    },
    tick: async (account) => await page.getByRole('checkbox', { name: new RegExp(account) }).check(),
    async fillCart(...accounts) {
      await tab.search(...accounts.map(({ number }) => number))
      for (const { number } of accounts) await tab.tick(number)
      await tab.addToCartButton.click()
      await expect(tab.cart).toBeVisible()
    },
  }
  return tab
}
