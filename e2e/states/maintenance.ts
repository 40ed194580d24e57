import { expect } from '@playwright/test'
import { loginMaintenanceMessage, payNowMaintenanceMessage } from '@portal/contract/page-words'
import { signUpTexts } from '@portal/contract/sign-up-texts'
import type { Walk } from './walk.ts'

/** What customers see while something is switched off. */
export const maintenanceWalks: readonly Walk[] = [
  {
    name: 'maintenance',
    async go({ page, world, see }) {
      await world.switchPayNow('off')
      await see(
        'maintenance',
        async () => {
          await page.goto('/paynow')
          await expect(page.getByText(payNowMaintenanceMessage).first()).toBeVisible()
        },
        () => world.switchPayNow('on'),
      )
      await world.switchLogin('off')
      try {
        await see('log-in-maintenance', async () => {
          await page.goto('/')
          await expect(page.getByText(loginMaintenanceMessage)).toBeVisible()
        })
        await see('sign-up-maintenance', async () => {
          await page.goto('/sign-up')
          await expect(page.getByText(signUpTexts.maintenance)).toBeVisible()
        })
      } finally {
        await world.switchLogin('on')
      }
    },
  },
]
