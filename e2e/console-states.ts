import { adminConsoleTexts } from '@portal/contract/admin-console-texts'
import { adminSignInTexts } from '@portal/contract/admin-sign-in-texts'
import { adminUsersTexts } from '@portal/contract/admin-users-texts'
import { auditLogTexts } from '@portal/contract/audit-log-texts'
import { customerPasswordTexts } from '@portal/contract/customer-password-texts'
import { ownSessionsTexts } from '@portal/contract/own-sessions-texts'
import { rejectedContactsTexts } from '@portal/contract/rejected-contacts-texts'
import { type Page, expect } from '@playwright/test'
import { consoleLogIn, logInByCall, openConsole, pressInMenu } from './console.ts'
import { firefoxOnAndroid } from './edit-account-states.ts'
import type { State } from './state.ts'
import type { World } from './world/world.ts'

/** Every state of the console's login, its shell, and the tabs Users, System Maintenance and Password Reset. */
export const consoleStates: readonly State[] = [
  { name: 'console-log-in', reach: async (page) => void (await consoleLogIn(page)) },
  {
    name: 'console-log-in-wrong',
    async reach(page, world) {
      const { username } = await world.administrator(2)
      await (await consoleLogIn(page)).as({ username, password: 'not the one' })
      await expect(page.getByText(adminSignInTexts.failed)).toBeVisible()
    },
  },
  { name: 'console-users', reach: async (page, world) => await openUsers(page, world) },
  {
    name: 'console-users-errors',
    async reach(page, world) {
      await openUsers(page, world)
      await page.getByRole('button', { name: adminUsersTexts.addUser }).click()
      await expect(page.getByText(adminUsersTexts.roleRequired).first()).toBeVisible()
    },
  },
  {
    name: 'console-users-menu',
    async reach(page, world) {
      await openUsers(page, world)
      // Of the last row, so that the list lies over nothing else that can be pressed.
      await page
        .getByRole('checkbox', { name: /^Select admin/ })
        .first()
        .check()
      await page
        .getByRole('button', { name: /^More about/ })
        .last()
        .click()
      await expect(page.getByRole('button', { name: adminUsersTexts.changeRole })).toBeVisible()
    },
  },
  {
    name: 'console-users-delete',
    async reach(page, world) {
      await openUsers(page, world)
      await page.getByRole('checkbox', { name: /^Select all/ }).check()
      await page.getByRole('button', { name: adminUsersTexts.deleteSelected }).click()
      await expect(page.getByRole('alertdialog')).toBeVisible()
    },
  },
  {
    name: 'console-users-change-role',
    async reach(page, world) {
      await openUsers(page, world)
      await page
        .getByRole('button', { name: /^More about/ })
        .first()
        .click()
      await page.getByRole('button', { name: adminUsersTexts.changeRole }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
    },
  },
  {
    name: 'console-maintenance',
    async reach(page, world) {
      await openConsole(page, world, 2, 'system-maintenance')
      await expect(page.getByRole('switch').first()).toBeVisible()
    },
  },
  {
    name: 'console-password-reset',
    async reach(page, world) {
      await openConsole(page, world, 4, 'password-reset')
      await search(page, (await world.customer()).account.number)
      await expect(page.getByRole('table')).toBeVisible()
    },
  },
  {
    name: 'console-password-reset-not-found',
    async reach(page, world) {
      await openConsole(page, world, 4, 'password-reset')
      await search(page, '9999999999')
      await expect(page.getByText(customerPasswordTexts.empty)).toBeVisible()
    },
  },
  {
    name: 'console-password-reset-form',
    async reach(page, world) {
      await openConsole(page, world, 4, 'password-reset')
      await search(page, (await world.customer()).account.number)
      await page.getByRole('button', { name: /^Set the password of/ }).click()
      await page.getByRole('button', { name: customerPasswordTexts.update }).click()
      await expect(page.getByRole('dialog').getByRole('group')).toBeVisible()
    },
  },
  {
    name: 'console-audit-log',
    async reach(page, world) {
      await openConsole(page, world, 1, 'audit-log')
      await expect(page.getByRole('table')).toBeVisible()
    },
  },
  {
    name: 'console-audit-log-empty',
    async reach(page, world) {
      await openConsole(page, world, 1, 'audit-log')
      await page.getByLabel(auditLogTexts.actor).fill('nobody at all')
      await page.getByRole('button', { name: auditLogTexts.show, exact: true }).click()
      await expect(page.getByText(auditLogTexts.empty)).toBeVisible()
    },
  },
  {
    name: 'console-second-factor',
    async reach(page, world) {
      await openConsole(page, world, 5, 'second-factor')
      await page.getByRole('button', { name: 'Set up' }).click()
      await expect(page.getByRole('img', { name: /^QR code/ })).toBeVisible()
    },
  },
  {
    name: 'console-own-sessions',
    async reach(page, world) {
      const admin = await openConsole(page, world, 6)
      const elsewhere = await page.context().browser()?.newPage({ userAgent: firefoxOnAndroid })
      if (elsewhere) await logInByCall(elsewhere, world, admin)
      await elsewhere?.close()
      await pressInMenu(page, ownSessionsTexts.title)
      await expect(page.getByRole('heading', { name: 'Firefox on Android' })).toBeVisible()
    },
  },
  {
    name: 'console-menu',
    async reach(page, world) {
      await openUsers(page, world)
      await page.getByRole('button', { name: 'Account menu' }).click()
      await expect(page.getByRole('button', { name: adminConsoleTexts.logOut })).toBeVisible()
    },
  },
  {
    name: 'console-change-password',
    async reach(page, world) {
      await openUsers(page, world)
      await pressInMenu(page, adminConsoleTexts.changePass)
      await expect(page.getByRole('dialog')).toBeVisible()
    },
  },
  {
    name: 'console-other-level',
    async reach(page, world) {
      await openConsole(page, world, 4, 'users')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(adminConsoleTexts.otherLevel)
    },
  },
  {
    name: 'console-rejected-contacts',
    async reach(page, world) {
      await openConsole(page, world, 5, 'reports&part=contact-changes')
      await expect(page.getByText(rejectedContactsTexts.empty)).toBeVisible()
    },
  },
  {
    name: 'console-test-login',
    async reach(page, world) {
      await openConsole(page, world, 2, 'system-maintenance')
      await page.goto('/backdoor-login')
      await expect(page.getByRole('button', { name: 'Log In' })).toBeVisible()
    },
  },
]

async function openUsers(page: Page, world: World): Promise<void> {
  // There is somebody in the table whoever came before.
  await world.administrator(3)
  await openConsole(page, world, 1, 'users')
  await expect(page.getByRole('table')).toBeVisible()
}

async function search(page: Page, accountNumber: string): Promise<void> {
  await page.getByLabel('Account number').fill(accountNumber)
  await page.getByRole('button', { name: customerPasswordTexts.search, exact: true }).click()
}
