import { type Locator, type Page, expect } from '@playwright/test'
import { consoleTabNames, type AdminLevel } from '@portal/contract/admin-levels'
import { adminLogin } from '@portal/contract/admin-sign-in'
import { adminConsoleTexts, adminSignInTexts } from '@portal/contract/console-texts'
import type { DemoAdministrator } from '@portal/tools/demo/logins.ts'
import type { World } from '../world/world.ts'
import { type LogInForm, logInFormOn } from './log-in-form.ts'

/** Opens `/gwaadmin`. */
export async function consoleLogIn(page: Page): Promise<LogInForm> {
  const form = logInFormOn(page, adminSignInTexts.logIn)
  await page.goto('/gwaadmin')
  await expect(form.button).toBeVisible()
  return form
}

/** As a fresh administrator of that level. */
export async function openConsole(
  page: Page,
  world: World,
  level: AdminLevel,
  view?: string,
): Promise<DemoAdministrator> {
  const admin = await world.administrator(level)
  // A console that is still open would notice that its session has ended, and could go to the login page at any moment.
  await page.goto('about:blank')
  await logInByCall(page, world, admin)
  await page.goto(`/admin-dashboard${view ? `?view=${view}` : ''}`)
  await expect(page.getByText(adminConsoleTexts.title, { exact: true })).toBeVisible()
  return admin
}

/** Without the login page. */
export async function logInByCall(page: Page, world: World, { username, password }: DemoAdministrator): Promise<void> {
  const reply = await page.request.post(adminLogin.path, {
    data: { username, password },
    headers: { origin: world.url },
  })
  expect(await reply.json()).toMatchObject({ status: 'Success' })
  // As the login page leaves it (A§4), on a page without a script.
  await page.goto('/healthz')
  await page.evaluate(() => localStorage.setItem('isAdminLogin', 'true'))
}

export async function pressInMenu(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('button', { name, exact: true }).click()
}

export function headingOf(page: Page, tab: keyof typeof consoleTabNames): Locator {
  return page.getByRole('heading', { level: 1, name: consoleTabNames[tab] })
}
