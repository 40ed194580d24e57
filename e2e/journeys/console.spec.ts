import type { Page } from '@playwright/test'
import { adminConsoleTexts, adminSignInTexts } from '@portal/contract/console-texts'
import { signInTexts } from '@portal/contract/sign-in-texts'
import { TOTP } from 'otpauth'
import { expect, test } from '../browser/fixtures.ts'
import { consoleLogIn, openConsole, pressInMenu } from '../steps/console.ts'

test.describe('logging in at /gwaadmin (A§2)', () => {
  test('leads to the console after a second, and at once for an administrator who is already logged in', async ({
    page,
    world,
  }) => {
    const admin = await world.administrator(1)
    await (await consoleLogIn(page)).as(admin)
    await expect(page.getByText(signInTexts.success)).toBeVisible()
    await expect(page.getByRole('button', { name: adminSignInTexts.loading })).toBeVisible()
    await page.waitForURL(/\/admin-dashboard$/)
    await expect(page.getByText(`Hello, ${admin.username}`)).toBeVisible()
    await expect(page.getByText(adminConsoleTexts.title, { exact: true })).toBeVisible()
    expect(await storage(page)).toMatchObject({ isAdminLogin: 'true', adminusername: admin.username, level: '1' })

    await page.goto('/gwaadmin')
    await expect(page).toHaveURL(/\/admin-dashboard$/)
  })
})

test.describe('the end of a session (A§4, R24)', () => {
  test.use({ expectedTrouble: /status of 401/, hasOwnWindow: true })

  test('logging out clears the storage and ends the session in every tab', async ({ page, context, world }) => {
    await openConsole(page, world, 2)
    const other = await context.newPage()
    await other.goto('/admin-dashboard')
    await expect(other.getByRole('button', { name: 'Account menu' })).toBeVisible()
    await pressInMenu(page, adminConsoleTexts.logOut)
    await expect(page).toHaveURL(/\/gwaadmin$/)
    expect(await storage(page)).not.toHaveProperty('isAdminLogin')
    await expect(other).toHaveURL(/\/gwaadmin$/)
    await other.goto('/admin-dashboard')
    await expect(other).toHaveURL(/\/gwaadmin$/)
  })
})

test('a second factor is set up in the console and asked for from then on', async ({ page, world }) => {
  const admin = await openConsole(page, world, 6, 'second-factor')
  await page.getByRole('button', { name: 'Set up' }).click()
  await expect(page.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
  const key = (await page.locator('dd code').innerText()).replaceAll(' ', '')
  const app = new TOTP({ secret: key })
  await page.getByRole('textbox', { name: adminConsoleTexts.currentPassword }).fill(admin.password)
  await page.getByRole('textbox', { name: 'Code' }).fill('000000')
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText(adminSignInTexts.codeWrong)).toBeVisible()
  await page.getByRole('textbox', { name: 'Code' }).fill(app.generate())
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('heading', { name: 'Your recovery codes' })).toBeVisible()
  const [recoveryCode = ''] = await page
    .getByRole('listitem')
    .filter({ hasText: /^[a-z0-9-]{34}$/ })
    .allInnerTexts()
  await page.getByRole('button', { name: 'I’ve saved my codes' }).click()
  await expect(page.getByText('Two-step verification is on.')).toBeVisible()

  await pressInMenu(page, adminConsoleTexts.logOut)
  await expect(page).toHaveURL(/\/gwaadmin$/)
  await (await consoleLogIn(page)).as(admin)
  await expect(page.getByText(adminSignInTexts.codeNeeded)).toBeVisible()
  const code = page.getByRole('textbox', { name: 'Code' })
  await expect(code).toBeFocused()
  await code.fill('12')
  await code.press('Enter')
  await expect(page.getByText(adminSignInTexts.codeWrong)).toBeVisible()
  await code.fill(recoveryCode)
  await code.press('Enter')
  await page.waitForURL(/\/admin-dashboard$/)
})

async function storage(page: Page): Promise<Record<string, string>> {
  return await page.evaluate(() => ({ ...localStorage }))
}
