import { expect } from '@playwright/test'
import { billViewTexts } from '@portal/contract/bill-view-texts'
import { openBill, signInWithBill } from '../steps/bill-view.ts'
import type { Walk } from './walk.ts'

export const billViewWalks: readonly Walk[] = [
  {
    name: 'a bill',
    async go({ page, world, see }) {
      const { address } = await signInWithBill(page, world)
      await see('view-bill', () => openBill(page, address()))
      await see('view-bill-values-as-table', () => page.getByText('Show as a table').click())
      const bringBack = await world.takeBillsAway()
      await see(
        'view-bill-not-loaded',
        async () => {
          await page.goto(address())
          await expect(page.getByRole('alertdialog')).toContainText(billViewTexts.loadFailed)
        },
        bringBack,
      )
    },
  },
  {
    name: 'a bill that cannot be shown',
    async go({ page, see }) {
      const warning = page.getByRole('alertdialog')
      await see('view-bill-expired', async () => {
        await page.goto('/view-bill')
        await expect(warning).toContainText(billViewTexts.linkExpired)
      })
      await see('view-bill-expired-told', async () => {
        await page.getByRole('button', { name: 'OK' }).click()
        await expect(warning).toBeHidden()
      })
      await see('view-bill-not-allowed', async () => {
        await page.goto(`/view-bill?id=${Date.now()}&user=1234567890&bill-id=123456789012`)
        await expect(warning).toContainText(billViewTexts.notAllowed)
      })
    },
  },
]
