import { type Page, expect } from '@playwright/test'
import { broadcastTexts as texts } from '@portal/contract/broadcasts-texts'
import { notificationTexts } from '@portal/contract/notifications-texts'
import { popupOk } from '@portal/contract/page-words'
import type { Customer } from '../world/customers.ts'
import type { World } from '../world/world.ts'
import { typeMailedCode } from './notifications.ts'
import { openSignedIn } from './sign-in.ts'

/** The customer confirms the address and turns announcements on. */
export async function wantAnnouncements(page: Page, world: World, customer: Customer): Promise<void> {
  await openSignedIn(page, customer, '/dashboard?view=notifications')
  await page.getByRole('button', { name: notificationTexts.sendCode.email }).click()
  await typeMailedCode(page, world, customer)
  const announcements = page.getByRole('switch', { name: notificationTexts.kinds.announcement })
  await announcements.click()
  await expect(announcements).toBeChecked()
}

/** Saved as a draft, by email. */
export async function writeMessage(page: Page, subject: string): Promise<void> {
  await page.getByRole('link', { name: texts.write }).click()
  await page.getByLabel(texts.subject).fill(subject)
  await page
    .getByRole('textbox', { name: texts.body })
    .fill('We repair a main on Saturday.\nSee the map of the work: https://utility.example/work')
  await page.getByRole('button', { name: texts.save }).click()
  await expect(page.getByText(texts.saved)).toBeVisible()
  await page.getByRole('button', { name: popupOk, exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: subject })).toBeVisible()
}
