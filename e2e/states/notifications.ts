import { expect, type Page } from '@playwright/test'
import { notificationTexts as texts } from '@portal/contract/notifications-texts'
import { paperlessTexts } from '@portal/contract/paperless'
import { pagePaths } from '@portal/contract/paths'
import { typeMailedCode } from '../steps/notifications.ts'
import { openSignedIn } from '../steps/sign-in.ts'
import type { Walk } from './walk.ts'

/** What a customer wants to be told, and the page of the link that stops it. */
export const notificationWalks: readonly Walk[] = [
  {
    name: 'notifications',
    async go({ page, world, see }) {
      const customer = await world.customer('oneOfSeveral')
      await see('notifications', async () => {
        await openSignedIn(page, customer, '/dashboard?view=notifications')
        await expect(page.getByText(texts.nothingSent)).toBeVisible()
      })
      await see('notifications-code', async () => {
        await press(page, texts.sendCode.email)
        await expect(page.getByLabel(texts.code)).toBeVisible()
      })
      await see('notifications-code-error', async () => {
        await press(page, texts.confirm)
        await expect(page.getByText('Enter the 6 digits of the code.').first()).toBeVisible()
      })
      await see('notifications-confirmed', async () => {
        await typeMailedCode(page, world, customer)
        await page.getByRole('switch', { name: texts.kinds.dueSoon }).click()
        await expect(page.getByRole('switch', { name: texts.kinds.dueSoon })).toBeChecked()
      })
      await see('my-bills-paperless', async () => {
        await page.goto('/dashboard?view=bills')
        await expect(page.getByRole('button', { name: paperlessTexts.notNow })).toBeVisible()
      })
      await see('notifications-paperless', async () => {
        await page.goto('/dashboard?view=notifications')
        await page.getByRole('button', { name: paperlessTexts.turnOn, exact: true }).first().click()
        await expect(page.getByText(paperlessTexts.about.pending, { exact: true })).toBeVisible()
      })
      await see('account-summary-paperless-trouble', async () => {
        await world.bounceEmails(customer)
        await page.goto('/dashboard')
        await expect(page.getByText('come back. Confirm the address', { exact: false })).toBeVisible()
      })
      await see('stop-notifications-unknown', async () => {
        await page.goto(`${pagePaths.stopNotifications}#1.${'x'.repeat(22)}`)
        await expect(page.getByText('This link is incomplete.', { exact: false })).toBeVisible()
      })
      await see('stop-notifications-incomplete', async () => {
        await page.goto(`${pagePaths.stopNotifications}%231.cut`)
        await expect(page.getByText(texts.stopIncomplete)).toBeVisible()
      })
    },
  },
]

async function press(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name }).click()
}
