import { adminMaintenanceTexts, switchEffects } from '@portal/contract/console-texts'
import { messageResults } from '@portal/contract/customer-messages'
import { customerMessagesTexts } from '@portal/contract/customer-messages-texts'
import { exceptionsTexts } from '@portal/contract/exceptions-texts'
import { notificationRunsTexts as texts, runStates } from '@portal/contract/notification-runs'
import { stopReasons, stoppedAddressesTexts } from '@portal/contract/stopped-addresses'
import { expect, test } from '../browser/fixtures.ts'
import { pageIsGoodWhenNarrow } from '../browser/good-page.ts'
import { messagesOf, openRuns } from '../steps/console-messages.ts'
import { openConsole } from '../steps/console.ts'
import { openPhonedIn } from '../steps/phoned-in.ts'

test('finance looks at a run that waits, and drops it with a reason', async ({ page, world }) => {
  await world.leaveMessages(await world.customer())
  await openRuns(page, world)
  await expect(page.getByText(texts.waits)).toBeVisible()
  await pageIsGoodWhenNarrow(page)
  await page.getByRole('button', { name: /^Drop/ }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Drop 4,200 messages?' })
  await expect(dialog.getByText(/Your bill is ready/)).toBeVisible()
  await pageIsGoodWhenNarrow(page)
  // By keyboard alone.
  await dialog.getByLabel(exceptionsTexts.why).focus()
  await page.keyboard.type('Wrong import')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByText(texts.dropped)).toBeVisible()
  // The background work drops its messages, and is done.
  await expect(async () => {
    await page.reload()
    await expect(page.getByText(/^Dropped by admin3/).first()).toBeVisible({ timeout: 3000 })
  }).toPass()
  await expect(page.getByText(runStates.DONE).first()).toBeVisible()
})

test('a clerk sees what became of messages, why, and sends one again', async ({ page, world }) => {
  const customer = await world.customer()
  await world.leaveMessages(customer)
  const admin = await openConsole(page, world, 5)
  const dialog = await messagesOf(page, customer)
  await expect(dialog.getByText('Online account ready', { exact: true })).toBeVisible()
  await expect(dialog.getByText('The phone was off or out of reach.')).toBeVisible()
  await expect(dialog.getByText(messageResults.notDelivered).first()).toBeVisible()
  await expect(dialog.getByText(/gets no more texts$/)).toBeVisible()
  await pageIsGoodWhenNarrow(page)
  await dialog.getByRole('button', { name: /^Send again.*Online account ready/ }).click()
  await expect(dialog.getByText(customerMessagesTexts.sentAgain)).toBeVisible()
  const subjects = async () =>
    (await world.mailsTo(customer.account.email ?? '')).filter(({ subject }) => /account/i.test(subject)).length
  await expect.poll(subjects).toBe(2)
  await page.keyboard.press('Escape')

  await page.goto('/admin-dashboard?view=reports&part=stopped-addresses')
  const row = page.getByRole('row', { name: new RegExp(customer.username) })
  await expect(row.getByText(stopReasons.stop)).toBeVisible()
  await pageIsGoodWhenNarrow(page)
  await page.getByLabel('Why').selectOption('bounced')
  await page.getByRole('button', { name: stoppedAddressesTexts.search }).click()
  await expect(page).toHaveURL(/why=bounced/)
  await expect(row).toHaveCount(0)
  expect(admin.username).toContain('admin5')
})

test('a clerk on the phone opens the messages of a caller', async ({ page, world }) => {
  const customer = await world.customer()
  const tab = await openPhonedIn(page, world)
  await tab.search(customer.account.number)
  await page.getByRole('button', { name: /^Messages/ }).click()
  await expect(page.getByRole('dialog').getByText('Online account ready', { exact: true })).toBeVisible()
  await pageIsGoodWhenNarrow(page)
})

test('notifications are turned off and on in System Maintenance, and Reports says so', async ({ page, world }) => {
  await openConsole(page, world, 1, 'system-maintenance')
  const turn = async (name: string, effect: string) => {
    await page.getByRole('switch', { name: 'Notifications' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name }).click()
    await expect(page.getByRole('alertdialog')).toContainText(effect)
    await page.getByRole('button', { name: 'OK' }).click()
  }
  await turn(adminMaintenanceTexts.stopThem, switchEffects[4][1])
  await pageIsGoodWhenNarrow(page)
  await page.goto('/admin-dashboard?view=reports&part=notifications')
  await expect(page.getByText(texts.stoppedMeans)).toBeVisible()
  await page.goto('/admin-dashboard?view=system-maintenance')
  await turn(adminMaintenanceTexts.startThem, switchEffects[4][0])
  await expect(page.getByRole('switch', { name: 'Notifications' })).toBeChecked()
})
