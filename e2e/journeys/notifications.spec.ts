import { notificationTexts as texts } from '@portal/contract/notifications-texts'
import { violations } from '../browser/axe.ts'
import { expect, test } from '../browser/fixtures.ts'
import { openDashboard } from '../steps/dashboard.ts'
import { typeMailedCode } from '../steps/notifications.ts'

test('a customer confirms the address and chooses what to hear of, on a phone and by keyboard', async ({
  page,
  world,
}) => {
  await page.setViewportSize({ width: 320, height: 700 })
  const customer = await world.customer('onlyDue')
  await openDashboard(page, customer)
  await page.getByRole('link', { name: texts.title }).click()
  await expect(page.getByText(texts.confirmFirst)).toBeVisible()
  const newBill = page.getByRole('switch', { name: texts.kinds.billReady })
  await newBill.click()
  await expect(page.getByText('Confirm your email address or number first.', { exact: false }).first()).toBeVisible()
  await expect(newBill).not.toBeChecked()
  await page.getByRole('button', { name: texts.sendCode.email }).click()
  await typeMailedCode(page, world, customer)
  await newBill.focus()
  await page.keyboard.press('Space')
  await expect(newBill).toBeChecked()
  expect(await violations(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  await page.reload()
  await expect(newBill).toBeChecked()
  await expect(page.getByRole('switch', { name: texts.kinds.overdue })).not.toBeChecked()
})
