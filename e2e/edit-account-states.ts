import { editAccountTexts } from '@portal/contract/edit-account-texts'
import { signInTexts } from '@portal/contract/sign-in-texts'
import { type Page, expect } from '@playwright/test'
import { type EditAccount, editAccount } from './edit-account.ts'
import { openSignedIn, signInByCall } from './sign-in.ts'
import type { State } from './state.ts'
import type { World } from './world/world.ts'

/** What such a browser says of itself. */
export const firefoxOnAndroid = 'Mozilla/5.0 (Android 15; Mobile; rv:142.0) Gecko/142.0 Firefox/142.0'

/** Every state of Edit Account of the Password view, and of where the customer is logged in. */
export const editAccountStates: readonly State[] = [
  { name: 'edit-account', reach: async (page, world) => void (await open(page, world)) },
  {
    name: 'edit-account-fixed-address',
    async reach(page, world) {
      await openSignedIn(page, await world.customer('billedToPremise'))
      await editAccount(page)
      await expect(page.getByText(editAccountTexts.addressFixed)).toBeVisible()
    },
  },
  {
    name: 'edit-account-errors',
    async reach(page, world) {
      const view = await open(page, world)
      await view.email.fill('nobody')
      await view.homePhone.fill('')
      await view.mobilePhone.fill('')
      await view.workPhone.fill('')
      await view.save()
      await expect(page.getByRole('link', { name: editAccountTexts.onePhone })).toBeVisible()
    },
  },
  {
    name: 'edit-account-saved',
    async reach(page, world) {
      const view = await open(page, world)
      await view.mobilePhone.fill('671-555-0177')
      await view.save()
      await expect(page.getByRole('alertdialog')).toContainText(editAccountTexts.saved)
    },
  },
  {
    name: 'edit-account-current-password',
    async reach(page, world) {
      const view = await open(page, world)
      await view.email.fill('another@example.com')
      await view.currentPassword.fill('not the one')
      await view.save()
      await expect(page.getByRole('link', { name: signInTexts.wrongCurrentPassword })).toBeVisible()
    },
  },
  {
    name: 'edit-account-unsaved',
    async reach(page, world) {
      const view = await open(page, world)
      await view.mobilePhone.fill('671-555-0177')
      await page.getByRole('button', { name: editAccountTexts.cancel }).click()
      await expect(page.getByRole('alertdialog')).toBeVisible()
    },
  },
  {
    name: 'own-sessions',
    async reach(page, world) {
      const customer = await world.customer()
      const elsewhere = await page.context().browser()?.newPage({ userAgent: firefoxOnAndroid })
      if (elsewhere) await signInByCall(elsewhere, customer)
      await elsewhere?.close()
      await openSignedIn(page, customer)
      await (await editAccount(page)).openSessions()
      await expect(page.getByRole('heading', { name: 'Firefox on Android' })).toBeVisible()
    },
  },
  { name: 'change-password', reach: async (page, world) => (await open(page, world)).openPasswords() },
  {
    name: 'change-password-errors',
    async reach(page, world) {
      const view = await open(page, world)
      await view.changePassword({ now: '', next: 'short' })
      await expect(page.getByRole('group', { name: 'There is a problem' })).toBeVisible()
    },
  },
]

async function open(page: Page, world: World): Promise<EditAccount> {
  await openSignedIn(page, await world.customer())
  return await editAccount(page)
}
