import type { Locator } from '@playwright/test'
import { adminMaintenanceTexts, switchEffects } from '@portal/contract/console-texts'
import { loginMaintenanceMessage, payNowMaintenanceMessage } from '@portal/contract/page-words'
import { expect, test } from '../browser/fixtures.ts'
import { openConsole } from '../steps/console.ts'

const view = 'system-maintenance'

test('a switch that one administrator sets is seen by another and by customers (A§4, R16)', async ({
  page,
  visitor,
  world,
}) => {
  await openConsole(page, world, 2, view)
  const [colleague, customer] = [await visitor(), await visitor()]
  await openConsole(colleague, world, 1, view)
  const payNow = page.getByRole('switch', { name: 'Pay Now' })
  await expect(payNow).toBeChecked()
  await payNow.click()
  await expect(payNow).not.toBeChecked()
  const popup = page.getByRole('alertdialog')
  await expect(popup).toContainText(adminMaintenanceTexts.updated)
  await expect(popup).toContainText('Customers can’t use Pay Now.')
  await popup.getByRole('button', { name: 'OK' }).click()

  await isSeen(colleague.getByRole('switch', { name: 'Pay Now' }), false)
  await customer.goto('/paynow')
  await expect(customer.getByText(payNowMaintenanceMessage).first()).toBeVisible()
  await colleague.getByRole('switch', { name: 'Pay Now' }).click()
  await expect(colleague.getByRole('alertdialog')).toContainText(switchEffects[2][0])
  await isSeen(payNow, true)
})

test('login can be switched off and on again with the keyboard alone', async ({ page, world }) => {
  await openConsole(page, world, 2, view)
  const login = page.getByRole('switch', { name: 'Login / Sign Up' })
  await expect(login).toBeVisible()
  for (const [isOn, effect] of [
    [false, 'Customers can’t log in or register.'],
    [true, switchEffects[1][0]],
  ] as const) {
    for (let stops = 0; stops < 30 && !(await login.evaluate((box) => box === document.activeElement)); stops++) {
      await page.keyboard.press('Tab')
    }
    await page.keyboard.press('Space')
    await expect(login).toBeChecked({ checked: isOn })
    await expect(page.getByRole('alertdialog')).toContainText(effect)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alertdialog')).toHaveCount(0)
    await expect(login).toBeFocused()
  }
})

test('while login is off, an administrator logs in as a customer for testing (R6)', async ({
  page,
  context,
  world,
}) => {
  const customer = await world.customer()
  await openConsole(page, world, 2, view)
  await world.switchLogin('off')
  try {
    const opened = context.waitForEvent('page')
    await page.getByRole('link', { name: new RegExp(adminMaintenanceTexts.testLogin) }).click()
    const tab = await opened
    await expect(tab).toHaveURL(/\/backdoor-login$/)
    await tab.getByRole('textbox', { name: 'Customer username' }).fill(customer.username)
    await tab.getByRole('textbox', { name: 'Customer password' }).fill(customer.password)
    await tab.getByRole('button', { name: 'Log In' }).click()
    await tab.waitForURL(/\/dashboard/)
    await expect(tab.getByRole('heading', { level: 1 })).toBeVisible()
    const guest = await context.browser()?.newPage()
    await guest?.goto('/')
    if (guest) await expect(guest.getByText(loginMaintenanceMessage)).toBeVisible()
    await guest?.close()
  } finally {
    await world.switchLogin('on')
  }
  await page.reload()
  await expect(page.getByRole('switch', { name: 'Login / Sign Up' })).toBeVisible()
})

/** Checks the position of the switch when the page is opened again. A server caches the switches for a second. */
async function isSeen(payNow: Locator, isOn: boolean): Promise<void> {
  await expect(async () => {
    await payNow.page().evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
    await expect(payNow).toBeChecked({ checked: isOn, timeout: 500 })
  }).toPass()
}
