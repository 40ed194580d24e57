import { type Page, expect } from '@playwright/test'
import { adminUsersTexts } from '@portal/contract/admin-users'
import { auditLogTexts } from '@portal/contract/audit-log'
import { adminConsoleTexts, adminSignInTexts } from '@portal/contract/console-texts'
import { customerPasswordTexts } from '@portal/contract/customer-password'
import {
  MessagePreview,
  messagePreviewTexts,
  readMessagePreviews,
  viewMessagePreview,
} from '@portal/contract/message-previews'
import { ownSessionsTexts } from '@portal/contract/own-sessions'
import { paperlessTroubleTexts } from '@portal/contract/paperless-trouble'
import { rejectedContactsTexts } from '@portal/contract/rejected-contacts'
import { consoleLogIn, logInByCall, openConsole, pressInMenu } from '../steps/console.ts'
import { firefoxOnAndroid } from './edit-account.ts'
import { closeDialog, type Walk } from './walk.ts'

/** The console's login, its shell, and the tabs Users, System Maintenance and Password Reset. */
export const consoleWalks: readonly Walk[] = [
  {
    name: 'the console, logging in',
    async go({ page, world, see }) {
      const { username } = await world.administrator(2)
      const form = await see('console-log-in', () => consoleLogIn(page))
      await see('console-log-in-wrong', async () => {
        await form.as({ username, password: 'not the one' })
        await expect(page.getByText(adminSignInTexts.failed)).toBeVisible()
      })
    },
  },
  {
    name: 'the console, users',
    async go({ page, world, see }) {
      const more = page.getByRole('button', { name: /^More for/ })
      await see('console-users', async () => {
        // The table then has at least one row, whichever tests ran before.
        await world.administrator(3)
        await openConsole(page, world, 1, 'users')
        await expect(page.getByRole('table')).toBeVisible()
      })
      await see('console-users-errors', async () => {
        await page.getByRole('button', { name: adminUsersTexts.addUser }).click()
        await expect(page.getByText(adminUsersTexts.roleRequired).first()).toBeVisible()
      })
      await see('console-users-menu', async () => {
        // The menu of the last row covers no other button.
        await page
          .getByRole('checkbox', { name: /^Select admin/ })
          .first()
          .check()
        await more.last().click()
        await expect(page.getByRole('button', { name: adminUsersTexts.changeRole })).toBeVisible()
      })
      await page.keyboard.press('Escape')
      await see('console-users-delete', async () => {
        await page.getByRole('checkbox', { name: /^Select all/ }).check()
        await page.getByRole('button', { name: adminUsersTexts.deleteSelected }).click()
        await expect(page.getByRole('alertdialog')).toBeVisible()
      })
      await closeDialog(page)
      await see('console-users-change-role', async () => {
        await more.first().click()
        await page.getByRole('button', { name: adminUsersTexts.changeRole }).click()
        await expect(page.getByRole('dialog')).toBeVisible()
      })
      await closeDialog(page)
      await see('console-menu', async () => {
        await page.getByRole('button', { name: 'Account menu' }).click()
        await expect(page.getByRole('button', { name: adminConsoleTexts.logOut })).toBeVisible()
      })
      await page.keyboard.press('Escape')
      await see('console-change-password', async () => {
        await pressInMenu(page, adminConsoleTexts.changePass)
        await expect(page.getByRole('dialog')).toBeVisible()
      })
    },
  },
  {
    name: 'the console, audit log',
    async go({ page, world, see }) {
      await see('console-audit-log', async () => {
        await openConsole(page, world, 1, 'audit-log')
        await expect(page.getByRole('table')).toBeVisible()
      })
      await see('console-audit-log-empty', async () => {
        await page.getByLabel(auditLogTexts.actor).fill('nobody at all')
        await page.getByRole('button', { name: auditLogTexts.search, exact: true }).click()
        await expect(page.getByText(auditLogTexts.empty)).toBeVisible()
      })
    },
  },
  {
    name: 'the console, what messages say',
    async go({ page, world, see }) {
      await see('console-message-previews', async () => {
        await openConsole(page, world, 6, 'message-previews')
        await expect(page.getByText(messagePreviewTexts.plainText)).toBeVisible()
      })
      const previews = MessagePreview.array().parse(await (await page.request.get(readMessagePreviews.path)).json())
      const firstOfFile = previews.filter(
        ({ file }, index) => previews.findIndex((each) => each.file === file) === index,
      )
      for (const { id, email } of firstOfFile) {
        if (!email) continue
        const reply = await page.request.get(viewMessagePreview.path.replace(':id', id))
        await see(`email-${id}`, async () => {
          await page.goto('about:blank')
          await page.setContent(await reply.text())
        })
      }
    },
  },
  {
    name: 'the console, maintenance',
    async go({ page, world, see }) {
      await see('console-maintenance', async () => {
        await openConsole(page, world, 2, 'system-maintenance')
        await expect(page.getByRole('switch').first()).toBeVisible()
      })
      await see('console-test-login', async () => {
        await page.goto('/backdoor-login')
        await expect(page.getByRole('button', { name: 'Log In' })).toBeVisible()
      })
    },
  },
  {
    name: 'the console, password reset',
    async go({ page, world, see }) {
      const { account, username } = await world.customer()
      await see('console-password-reset-not-found', async () => {
        await openConsole(page, world, 4, 'password-reset')
        await search(page, '9999999999')
        await expect(page.getByText(customerPasswordTexts.empty)).toBeVisible()
      })
      await see('console-password-reset', async () => {
        await search(page, account.number)
        await expect(page.getByRole('table')).toBeVisible()
      })
      await see('console-password-reset-form', async () => {
        // The account may have another holder.
        await page.getByRole('button', { name: `Set a new password for ${username}` }).click()
        await page.getByRole('button', { name: customerPasswordTexts.update }).click()
        await expect(page.getByRole('dialog').getByRole('group')).toBeVisible()
      })
      await see('console-other-level', async () => {
        await page.goto('/admin-dashboard?view=users')
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(adminConsoleTexts.otherLevel)
      })
    },
  },
  {
    name: 'the console, oneself',
    async go({ page, world, see }) {
      const admin = await see('console-rejected-contacts', async () => {
        const opened = await openConsole(page, world, 5, 'reports&part=contact-changes')
        await expect(page.getByText(rejectedContactsTexts.empty)).toBeVisible()
        return opened
      })
      await see('console-paperless', async () => {
        await page.goto('/admin-dashboard?view=reports&part=paperless')
        // Others in this world may have trouble.
        const listed = page.getByRole('listitem', { name: /^Account / }).first()
        await expect(page.getByText(paperlessTroubleTexts.empty).or(listed)).toBeVisible()
      })
      await see('console-second-factor', async () => {
        await page.goto('/admin-dashboard?view=second-factor')
        await page.getByRole('button', { name: 'Set up' }).click()
        await expect(page.getByRole('img', { name: /^QR code/ })).toBeVisible()
      })
      await see('console-own-sessions', async () => {
        const elsewhere = await page.context().browser()?.newPage({ userAgent: firefoxOnAndroid })
        if (elsewhere) await logInByCall(elsewhere, world, admin)
        await elsewhere?.close()
        await pressInMenu(page, ownSessionsTexts.title)
        await expect(page.getByRole('heading', { name: 'Firefox on Android' })).toBeVisible()
        await page.getByRole('button', { name: ownSessionsTexts.end }).click()
        await expect(page.getByLabel(/^Current password/)).toBeFocused()
      })
    },
  },
]

async function search(page: Page, accountNumber: string): Promise<void> {
  await page.getByLabel('Account number').fill(accountNumber)
  await page.getByRole('button', { name: customerPasswordTexts.search, exact: true }).click()
}
