import { billViewTexts } from '@portal/contract/bill-view-texts'
import { expect } from '@playwright/test'
import { openBill, signInWithBill } from './bill-view.ts'
import type { State } from './state.ts'

/** Every state of the bill's page. */
export const billViewStates: readonly State[] = [
  {
    name: 'view-bill',
    async reach(page, world) {
      const { address } = await signInWithBill(page, world)
      await openBill(page, address())
    },
  },
  {
    name: 'view-bill-values-as-table',
    async reach(page, world) {
      const { address } = await signInWithBill(page, world)
      await openBill(page, address())
      await page.getByText('Show the values as a table').click()
    },
  },
  {
    name: 'view-bill-expired',
    async reach(page) {
      await page.goto('/view-bill')
      await expect(page.getByRole('alertdialog')).toContainText(billViewTexts.linkExpired)
    },
  },
  {
    name: 'view-bill-expired-told',
    async reach(page) {
      await page.goto('/view-bill')
      await page.getByRole('button', { name: 'OK' }).click()
      await expect(page.getByRole('alertdialog')).toBeHidden()
    },
  },
  {
    name: 'view-bill-not-allowed',
    async reach(page) {
      await page.goto(`/view-bill?id=${Date.now()}&user=1234567890&bill-id=123456789012`)
      await expect(page.getByRole('alertdialog')).toContainText(billViewTexts.notAllowed)
    },
  },
  {
    name: 'view-bill-not-loaded',
    async reach(page, world) {
      const { address } = await signInWithBill(page, world)
      const bringBack = await world.takeBillsAway()
      await page.goto(address())
      await expect(page.getByRole('alertdialog')).toContainText(billViewTexts.loadFailed)
      return bringBack
    },
  },
]
