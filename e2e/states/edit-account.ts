import { expect } from '@playwright/test'
import { editAccountTexts } from '@portal/contract/edit-account'
import { signInTexts } from '@portal/contract/sign-in-texts'
import { editAccount } from '../steps/edit-account.ts'
import { openSignedIn, signInByCall } from '../steps/sign-in.ts'
import { closeDialog, type Walk } from './walk.ts'

export const firefoxOnAndroid = 'Mozilla/5.0 (Android 15; Mobile; rv:142.0) Gecko/142.0 Firefox/142.0'

/** Edit Account, the Password view, and where the customer is logged in. */
export const editAccountWalks: readonly Walk[] = [
  {
    name: 'editing an account',
    async go({ page, world, see }) {
      const view = await see('edit-account', async () => {
        await openSignedIn(page, await world.customer())
        return await editAccount(page)
      })
      await see('edit-account-saved', async () => {
        await view.mobilePhone.fill('671-555-0177')
        await view.save()
        await expect(page.getByRole('alertdialog')).toContainText(editAccountTexts.saved)
      })
      await closeDialog(page)
      await see('edit-account-current-password', async () => {
        await view.email.fill('another@example.com')
        await view.currentPassword.fill('not the one')
        await view.save()
        await expect(page.getByRole('link', { name: signInTexts.wrongCurrentPassword })).toBeVisible()
      })
      await see('edit-account-errors', async () => {
        await view.email.fill('nobody')
        await view.homePhone.fill('')
        await view.mobilePhone.fill('')
        await view.workPhone.fill('')
        await view.save()
        await expect(page.getByRole('link', { name: editAccountTexts.onePhone })).toBeVisible()
      })
      await see('edit-account-unsaved', async () => {
        await page.getByRole('button', { name: editAccountTexts.cancel }).click()
        await expect(page.getByRole('alertdialog')).toBeVisible()
      })
      await page.getByRole('button', { name: 'Leave without saving' }).click()
      await see('change-password', async () => (await editAccount(page)).openPasswords())
      await see('change-password-errors', async () => {
        await page.getByLabel(/^New Password/).fill('short')
        await view.save()
        await expect(page.getByRole('group', { name: 'There is a problem' })).toBeVisible()
      })
    },
  },
  {
    name: 'an account whose address is fixed',
    async go({ page, world, see }) {
      const customer = await world.customer('billedToPremise')
      const elsewhere = await page.context().browser()?.newPage({ userAgent: firefoxOnAndroid })
      if (elsewhere) await signInByCall(elsewhere, customer)
      await elsewhere?.close()
      const view = await see('edit-account-fixed-address', async () => {
        await openSignedIn(page, customer)
        const opened = await editAccount(page)
        await expect(page.getByText(editAccountTexts.addressFixed)).toBeVisible()
        return opened
      })
      await see('own-sessions', async () => {
        await view.openSessions()
        await expect(page.getByRole('heading', { name: 'Firefox on Android' })).toBeVisible()
      })
    },
  },
]
