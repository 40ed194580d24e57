import { expect } from '@playwright/test'
import { forgotTexts } from '@portal/contract/forgot'
import { commonProblems } from '@portal/contract/problem'
import { credentialTexts, idleTimes, signInTexts } from '@portal/contract/sign-in-texts'
import { answer, choosePassword, identify, linkInEmail, reachQuestion } from '../steps/forgot.ts'
import { lockOut, logIn, openSignedIn } from '../steps/sign-in.ts'
import { closeDialog, type Walk } from './walk.ts'

/** The login page, the forgot dialogs, the set-password page and the idle prompt. */
export const signInWalks: readonly Walk[] = [
  {
    name: 'logging in',
    async go({ page, world, see }) {
      const customer = await world.customer()
      const form = await see('home', () => logIn(page))
      await see('home-announcement', async () => {
        await page
          .getByRole('button', { name: /^Read More/ })
          .first()
          .click()
        await expect(page.getByRole('dialog')).toBeVisible()
      })
      await closeDialog(page)
      await see('log-in-empty', async () => {
        await form.button.click()
        await expect(page.getByText(signInTexts.usernameRequired)).toBeVisible()
      })
      await see('log-in-wrong', async () => {
        await form.as({ ...customer, password: 'not the one' })
        await expect(page.getByText(signInTexts.failed)).toBeVisible()
      })
      await see('log-in-locked', () => lockOut(page, customer))
      await see('forgot-username', () => form.forgot('username'))
    },
  },
  {
    name: 'what the login page has to say',
    async go({ page, world, see }) {
      await world.showSystemPopUp(true)
      await see(
        'home-system-pop-up',
        async () => {
          await page.goto('/')
          await expect(page.getByRole('dialog')).toContainText('Beware')
        },
        () => world.showSystemPopUp(false),
      )
      await see('logged-out', async () => {
        await page.evaluate(() => localStorage.setItem('forcedLogout', 'true'))
        await page.goto('/')
        await expect(page.getByText(signInTexts.forcedLogout)).toBeVisible()
      })
      await see('set-password-expired', async () => {
        await page.goto(`/set-password#${'A'.repeat(43)}`)
        await expect(page.getByText(forgotTexts.linkNotGood)).toBeVisible()
      })
    },
  },
  {
    name: 'a forgotten password',
    async go({ page, world, see }) {
      const customer = await world.customer()
      const dialog = await (await logIn(page)).forgot('password')
      await see('forgot-password-errors', async () => {
        await dialog.getByRole('button', { name: 'Continue' }).click()
        await expect(page.getByText(forgotTexts.accountRequired)).toBeVisible()
      })
      await see('forgot-password-unknown', async () => {
        await identify(dialog, { ...customer, username: 'nobody.at.all' })
        await expect(page.getByText(forgotTexts.noSuchUsername)).toBeVisible()
      })
      await see('forgot-password-question', async () => {
        await identify(dialog, customer)
        await expect(dialog.getByLabel(customer.question)).toBeFocused()
      })
      await see('forgot-password-wrong-answer', async () => {
        await answer(dialog, 'Rex')
        await expect(page.getByText(forgotTexts.answerWrong)).toBeVisible()
      })
      await see('forgot-password-wait', async () => {
        const blocked = dialog.getByText(commonProblems['too-many-tries'].title)
        for (let tries = 0; tries < 20 && !(await blocked.isVisible()); tries++) {
          await answer(dialog, `Rex ${tries}`)
          await expect(dialog.getByRole('button', { name: 'Submit', exact: true })).toBeVisible()
        }
        await expect(blocked).toBeVisible()
      })
    },
  },
  {
    name: 'a new password by a mailed link',
    async go({ page, world, see }) {
      const customer = await world.customer()
      await see('forgot-password-sent', async () => {
        await answer(await reachQuestion(page, customer), customer.answer)
        await expect(page.getByText(forgotTexts.linkSent)).toBeVisible()
      })
      await see('set-password', async () => {
        await page.goto(await linkInEmail(world, customer))
        await expect(page.getByRole('textbox', { name: 'New password' })).toBeVisible()
      })
      await see('set-password-errors', async () => {
        await page.getByRole('textbox', { name: 'New password' }).fill('short')
        await page.getByRole('button', { name: 'Save password' }).click()
        await expect(page.getByText(credentialTexts.passwordLength)).toBeVisible()
      })
      await see('set-password-done', async () => {
        await choosePassword(page, 'new-rain-12')
        await expect(page.getByText(credentialTexts.passwordUpdated)).toBeVisible()
      })
    },
  },
  {
    name: 'nobody there',
    movesClock: true,
    async go({ page, world, see }) {
      await page.clock.install()
      await openSignedIn(page, await world.customer(), '/dashboard?session=true')
      // The script that detects idleness is loaded after the page.
      await expect.poll(() => page.evaluate(() => localStorage.getItem('lastActivity'))).not.toBeNull()
      await see('still-there', async () => {
        await page.clock.runFor((idleTimes.shortPromptSeconds + 2) * 1000)
        await expect(page.getByRole('alertdialog', { name: signInTexts.stillThere })).toBeVisible()
      })
    },
  },
]
