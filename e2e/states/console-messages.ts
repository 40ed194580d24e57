import { expect } from '@playwright/test'
import { customerMessagesTexts } from '@portal/contract/customer-messages-texts'
import { notificationRunsTexts } from '@portal/contract/notification-runs'
import { stoppedAddressesTexts } from '@portal/contract/stopped-addresses'
import { messagesOf, openRuns } from '../steps/console-messages.ts'
import { openConsole } from '../steps/console.ts'
import { closeDialog, type Walk } from './walk.ts'

/** What staff see of messages. */
export const consoleMessageWalks: readonly Walk[] = [
  {
    name: 'the console, messages',
    async go({ page, world, see }) {
      const customer = await world.customer()
      await world.leaveMessages(customer)
      await see('console-notifications', async () => {
        await openRuns(page, world)
        await expect(page.getByRole('button', { name: /^Release/ }).first()).toBeVisible()
        await expect(page.getByRole('table', { name: notificationRunsTexts.totals })).toBeVisible()
      })
      await see('console-notifications-decide', async () => {
        await page.getByRole('button', { name: /^Drop/ }).first().click()
        const dialog = page.getByRole('dialog')
        await expect(dialog.getByText(/Your bill is ready/)).toBeVisible()
        await dialog.getByRole('button', { name: notificationRunsTexts.drop }).click()
      })
      await closeDialog(page)
      await see('console-stopped-addresses', async () => {
        await openConsole(page, world, 5)
        await page.goto('/admin-dashboard?view=reports&part=stopped-addresses')
        await expect(page.getByRole('table')).toBeVisible()
      })
      await see('console-stopped-addresses-empty', async () => {
        await page.getByRole('textbox').fill('nothing begins like this')
        await page.getByRole('button', { name: stoppedAddressesTexts.search }).click()
        await expect(page.getByText(stoppedAddressesTexts.noMatch)).toBeVisible()
      })
      await see('console-messages', async () => {
        await messagesOf(page, customer)
        await expect(page.getByText('The phone was off or out of reach.')).toBeVisible()
        await expect(page.getByRole('button', { name: /^Send again/ }).first()).toBeVisible()
      })
      await closeDialog(page)
      await see('console-messages-failed', async () => {
        await page.context().setOffline(true)
        await page.getByRole('button', { name: /^Messages/ }).click()
        const dialog = page.getByRole('dialog')
        await dialog
          .getByRole('button', { name: /^Send again/ })
          .first()
          .click()
        await expect(dialog.getByText('Server Error!').first()).toBeVisible()
      })
      await page.context().setOffline(false)
      await closeDialog(page)
      await expect(page.getByText(customerMessagesTexts.sentAgain)).toHaveCount(0)
    },
  },
]
