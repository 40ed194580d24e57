import { notificationTexts } from '@portal/contract/notifications-texts'
import { paperlessTexts as texts } from '@portal/contract/paperless'
import { signUpTexts } from '@portal/contract/sign-up-texts'
import { violations } from '../browser/axe.ts'
import { expect, test } from '../browser/fixtures.ts'
import { openDashboard } from '../steps/dashboard.ts'
import { typeMailedCode } from '../steps/notifications.ts'
import { signUp, usernameFor } from '../steps/sign-up.ts'

test('a customer goes paperless from My Bills, confirms the address, and goes back, on a phone and by keyboard', async ({
  page,
  world,
}) => {
  await page.setViewportSize({ width: 320, height: 700 })
  const customer = await world.customer('onlyDue')
  await openDashboard(page, customer)
  await page.goto('/dashboard?view=bills')
  await page.getByRole('button', { name: texts.turnOn }).focus()
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Enter')
  await expect(page.getByText(texts.finish)).toBeVisible()
  await page.getByRole('link', { name: texts.toNotifications }).click()
  await expect(page.getByText(texts.about.asked)).toBeVisible()
  await typeMailedCode(page, world, customer)
  await expect(page.getByText(texts.about.pending)).toBeVisible()
  await expect(page.getByText(notificationTexts.alwaysOn, { exact: true })).toHaveCount(3)
  expect(await violations(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  await page.getByRole('button', { name: texts.turnOff }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: texts.turnOn })).toBeVisible()
  await page.reload()
  await expect(page.getByText(texts.states.off, { exact: true })).toBeVisible()
})

test('paperless bills are asked for while enrolling, never ticked, and begin once the mailed code is typed', async ({
  page,
  world,
}) => {
  const account = await world.account('billedToPerson')
  const wizard = await signUp(page)
  await wizard.reachDetails(account)
  const box = page.getByRole('checkbox', { name: signUpTexts.paperless })
  await expect(box).not.toBeChecked()
  await box.check()
  await wizard.fillDetails({ username: usernameFor(account) })
  await wizard.submit.click()
  await expect(page.getByRole('heading', { name: signUpTexts.thanks })).toBeFocused()
  await expect
    .poll(async () => (await world.mailsTo(account.email ?? '')).some(({ text }) => /^Code: \d{6}$/m.test(text)))
    .toBe(true)
})
