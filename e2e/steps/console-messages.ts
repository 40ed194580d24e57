import { type Locator, type Page, expect } from '@playwright/test'
import { customerPasswordTexts } from '@portal/contract/customer-password'
import { notificationRunsTexts } from '@portal/contract/notification-runs'
import type { Customer } from '../world/customers.ts'
import type { World } from '../world/world.ts'
import { openConsole } from './console.ts'

/** Reports, Notifications, as finance. */
export async function openRuns(page: Page, world: World): Promise<void> {
  await openConsole(page, world, 3)
  await page.goto('/admin-dashboard?view=reports&part=notifications')
  await expect(page.getByRole('heading', { name: notificationRunsTexts.queue })).toBeVisible()
}

/** Searched for in Password Reset by whoever is logged in to the console. */
export async function messagesOf(page: Page, { account }: Customer): Promise<Locator> {
  await page.goto('/admin-dashboard?view=password-reset')
  await page.getByLabel(/^Account number/).fill(account.number)
  await page.getByRole('button', { name: customerPasswordTexts.search, exact: true }).click()
  await page
    .getByRole('button', { name: /^Messages/ })
    .first()
    .click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('listitem').first()).toBeVisible()
  return dialog
}
