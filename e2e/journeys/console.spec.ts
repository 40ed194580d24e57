import type { Page } from '@playwright/test'
import { adminLevels, consoleTabNames, consoleTabs, hasTab } from '@portal/contract/admin-levels'
import { adminConsoleTexts, adminIdleTimes, adminSignInTexts } from '@portal/contract/console-texts'
import { credentialTexts, signInTexts } from '@portal/contract/sign-in-texts'
import { TOTP } from 'otpauth'
import { expect, test } from '../browser/fixtures.ts'
import { consoleLogIn, logInByCall, openConsole, pressInMenu, tabsShown } from '../steps/console.ts'

const seconds = 1000

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

  test('anybody who is not logged in is sent from the console and from the test login to the login page', async ({
    page,
  }) => {
    for (const address of ['/admin-dashboard?view=users', '/backdoor-login']) {
      await page.goto(address)
      await expect(page).toHaveURL(/\/gwaadmin(\?view=users)?$/)
    }
  })
})

test('each level sees its tabs, and no others whatever address it types (A§1, A§6)', async ({ page, world }) => {
  for (const level of adminLevels) {
    await openConsole(page, world, level)
    const allowed = consoleTabs.filter((tab) => hasTab(level, tab))
    expect(await tabsShown(page)).toEqual(allowed.map((tab) => consoleTabNames[tab]))
  }

  await test.step('into the address', async () => {
    await page.goto('/admin-dashboard?view=users')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(adminConsoleTexts.otherLevel)
  })
  await test.step('into the storage of the browser', async () => {
    await page.evaluate(() => {
      localStorage.setItem('level', '1')
      localStorage.setItem('isAdminLogin', 'true')
    })
    await page.reload()
    expect(await tabsShown(page)).not.toContain(consoleTabNames.users)
    await page.evaluate(() => localStorage.removeItem('isAdminLogin'))
    await page.reload()
    await expect(page).toHaveURL(/\/gwaadmin\?view=users$/)
    await expect(page.getByRole('button', { name: 'Log In' })).toBeVisible()
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

  test('an idle administrator is warned at fourteen minutes, may stay, and is logged out at fifteen', async ({
    page,
    world,
  }) => {
    await openConsole(page, world, 2)
    await page.clock.install()
    await page.goto('/admin-dashboard')
    await expect(page.getByRole('button', { name: 'Account menu' })).toBeVisible()
    const prompt = page.getByRole('alertdialog', { name: adminSignInTexts.stillThere })
    await page.clock.runFor((adminIdleTimes.warningSeconds - 20) * seconds)
    await expect(prompt).toHaveCount(0)
    await page.clock.runFor(30 * seconds)
    await prompt.getByRole('button', { name: adminSignInTexts.stillHere }).click()
    await expect(prompt).toHaveCount(0)

    await page.clock.runFor((adminIdleTimes.logoutSeconds - 5) * seconds)
    await expect(prompt).toBeVisible()
    await expect(page).toHaveURL(/\/admin-dashboard/)
    await world.ageSessions(adminIdleTimes.logoutSeconds)
    await page.clock.runFor(20 * seconds)
    await expect(page).toHaveURL(/\/gwaadmin$/)
    await expect(page.getByRole('alert')).toHaveText(signInTexts.forcedLogout)
    await page.goto('/admin-dashboard')
    await expect(page).toHaveURL(/\/gwaadmin$/)
  })
})

test('administrators change their own password, with its rules, and the new one counts', async ({ page, world }) => {
  const admin = await openConsole(page, world, 3)
  await pressInMenu(page, adminConsoleTexts.changePass)
  const dialog = page.getByRole('dialog', { name: adminConsoleTexts.changePassword })
  const submit = dialog.getByRole('button', { name: adminConsoleTexts.submit })
  const field = (label: string) => dialog.getByRole('textbox', { name: label, exact: true })
  await submit.click()
  await expect(dialog.getByText(credentialTexts.currentPasswordRequired).first()).toBeVisible()
  await field(adminConsoleTexts.currentPassword).fill('not the one')
  await field(adminConsoleTexts.password).fill('monsoon-2026')
  await field(adminConsoleTexts.confirmPassword).fill('monsoon-2027')
  await submit.click()
  await expect(dialog.getByText(credentialTexts.passwordsDiffer).first()).toBeVisible()
  await field(adminConsoleTexts.confirmPassword).fill('monsoon-2026')
  await submit.click()
  await expect(dialog.getByText(`${adminSignInTexts.currentPasswordWrong}!`).first()).toBeVisible()
  await field(adminConsoleTexts.currentPassword).fill(admin.password)
  await submit.click()
  const result = page.getByRole('alertdialog', { name: adminConsoleTexts.changePassword })
  await expect(result).toContainText(`${adminSignInTexts.passwordUpdated}!`)
  await result.getByRole('button', { name: adminConsoleTexts.okay }).click()

  await pressInMenu(page, adminConsoleTexts.logOut)
  await expect(page).toHaveURL(/\/gwaadmin$/)
  await (await consoleLogIn(page)).as({ ...admin, password: 'monsoon-2026' })
  await page.waitForURL(/\/admin-dashboard$/)
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

test('an administrator whose level is changed sees the other tabs on returning', async ({ page, visitor, world }) => {
  const admin = await openConsole(page, world, 4)
  const boss = await visitor()
  await logInByCall(boss, world, await world.administrator(1))
  const users: { id: number; username: string }[] = await (await boss.request.get('/api/v1/users')).json()
  const id = users.find(({ username }) => username === admin.username)?.id
  const data = { id, role: 2 }
  const headers = { origin: world.url }
  expect((await boss.request.post('/api/v1/update-role', { data, headers })).status()).toBe(200)
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect(page.getByRole('link', { name: consoleTabNames['system-maintenance'] })).toBeVisible()
})

async function storage(page: Page): Promise<Record<string, string>> {
  return await page.evaluate(() => ({ ...localStorage }))
}
