import { expect } from '@playwright/test'
import { commonProblems } from '@portal/contract/problem'
import { signUpTexts } from '@portal/contract/sign-up-texts'
import { type SignUp, signUp, usernameFor } from '../steps/sign-up.ts'
import { closeDialog, type Walk } from './walk.ts'

export const signUpWalks: readonly Walk[] = [
  {
    name: 'signing up, account and zip code',
    async go({ page, world, see }) {
      const [account, enrolled] = [await world.account('billedToPerson'), await world.customer()]
      const wizard = await see('sign-up-account', () => signUp(page))
      await see('sign-up-account-error', async () => {
        await wizard.sendNumber('123')
        await expect(page.getByText(signUpTexts.accountInvalid).first()).toBeVisible()
      })
      await see('sign-up-registered', async () => {
        await wizard.sendNumber(enrolled.account.number)
        await expect(page.getByText(signUpTexts.registered)).toBeVisible()
      })
      await see('sign-up-help', async () => {
        await page.getByRole('button', { name: signUpTexts.needHelp }).click()
        await expect(page.getByRole('dialog')).toBeVisible()
      })
      await closeDialog(page)
      await see('sign-up-zip', async () => {
        await wizard.sendNumber(account.number)
        await expect(wizard.zip).toBeVisible()
      })
      await see('sign-up-zip-wrong', async () => {
        await wizard.sendZip('00001')
        await expect(page.getByText(signUpTexts.zipDiffers)).toBeVisible()
      })
      await see('sign-up-zip-locked', () => lockZip(wizard))
    },
  },
  {
    name: 'signing up, where bills go',
    async go({ page, world, see }) {
      const billedElsewhere = await world.account('billedElsewhere')
      await see('sign-up-confirm-address', async () => {
        const wizard = await signUp(page)
        await wizard.sendNumber(billedElsewhere.number)
        await wizard.sendZip(billedElsewhere.zip)
        await expect(wizard.dialog).toBeVisible()
      })
      await see('sign-up-details', async () =>
        (await signUp(page)).reachDetails(await world.account('billedToPremise')),
      )
      const wizard = await see('sign-up-details-without-email', async () => {
        const opened = await signUp(page)
        await opened.reachDetails(await world.account('withoutEmail'))
        return opened
      })
      await see('sign-up-details-errors', async () => {
        await wizard.homePhone.fill('555')
        await wizard.submit.click()
        await expect(page.getByText(signUpTexts.termsRequired).first()).toBeVisible()
      })
    },
  },
  {
    name: 'signing up, to its end',
    async go({ page, world, see }) {
      const [account, enrolled] = [await world.account('billedToPerson'), await world.customer()]
      const wizard = await see('sign-up-details-taken', async () => {
        const opened = await signUp(page)
        await opened.reachDetails(account)
        await opened.username.fill(enrolled.username)
        await opened.password.focus()
        await expect(opened.username).toHaveAccessibleDescription(/Username already exists/)
        return opened
      })
      await see('sign-up-details-filled', async () => {
        await wizard.fillDetails({ username: usernameFor(account) })
        await expect(page.getByText('This username is available.')).toBeAttached()
      })
      await see('sign-up-done', async () => {
        await wizard.submit.click()
        await expect(page.getByRole('heading', { name: signUpTexts.thanks })).toBeVisible()
      })
    },
  },
]

/** Until the server says how long to wait. */
async function lockZip(wizard: SignUp): Promise<void> {
  const notices = wizard.page.getByRole('alert')
  const locked = notices.filter({ hasText: commonProblems['too-many-tries'].title })
  for (let tries = 0; tries < 10 && !(await locked.isVisible()); tries++) {
    await wizard.sendZip(`0000${tries}`)
    await expect(notices).toBeVisible()
    await expect(wizard.continueButton).toBeVisible()
  }
  await expect(locked).toContainText(/\d+ (seconds?|minutes?)/)
}
