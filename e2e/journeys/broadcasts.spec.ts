import { broadcastStates, broadcastTexts as texts } from '@portal/contract/broadcasts-texts'
import { adminConsoleTexts } from '@portal/contract/console-texts'
import { notificationTexts } from '@portal/contract/notifications-texts'
import { expect, test } from '../browser/fixtures.ts'
import { pageIsGoodWhenNarrow } from '../browser/good-page.ts'
import { wantAnnouncements, writeMessage } from '../steps/broadcasts.ts'
import { openConsole, pressInMenu } from '../steps/console.ts'
import { openSignedIn } from '../steps/sign-in.ts'

test('one admin writes to all who want announcements, and another one sends it', async ({ page, world }) => {
  const customer = await world.customer()
  const subject = `No water on Saturday, ${customer.username}`
  await wantAnnouncements(page, world, customer)
  const writer = await openConsole(page, world, 6)
  await pressInMenu(page, adminConsoleTexts.broadcasts)
  await writeMessage(page, subject)
  await pageIsGoodWhenNarrow(page)
  await expect(page.frameLocator('iframe').getByRole('link', { name: 'See the map of the work' })).toBeVisible()
  await page.getByRole('button', { name: texts.ask }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: 'Status' })).toBeFocused()
  // Not by their own hand.
  await expect(page.getByRole('button', { name: texts.approve })).toHaveAttribute('aria-disabled', 'true')
  await expect(page.getByText(texts.own)).toBeVisible()
  const address = new URL(page.url())

  await openConsole(page, world, 2, 'broadcasts')
  await page.getByRole('link', { name: subject }).click()
  await expect(page).toHaveURL(address.href)
  await expect(page.getByText(`Approval requested by ${writer.username}`, { exact: false })).toBeVisible()
  await page.getByRole('button', { name: texts.approve }).click()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog.getByText(texts.approveMeans)).toBeVisible()
  await pageIsGoodWhenNarrow(page)
  await dialog.getByRole('button', { name: texts.approve }).click()
  await expect(page.getByText(broadcastStates.SENT, { exact: true }).first()).toBeVisible({ timeout: 30_000 })
  const mails = async () =>
    (await world.mailsTo(customer.account.email ?? '')).filter((mail) => mail.subject.includes(subject)).length
  await expect.poll(mails).toBe(1)

  await openSignedIn(page, customer, '/dashboard?view=notifications')
  const sent = page.getByRole('region', { name: notificationTexts.sent })
  await expect(sent.getByText(subject)).toBeVisible()
})
