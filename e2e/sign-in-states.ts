import { commonProblems } from '@portal/contract/problem'
import { credentialTexts } from '@portal/contract/credential-texts'
import { forgotTexts } from '@portal/contract/forgot-texts'
import { loginMaintenanceMessage } from '@portal/contract/maintenance-texts'
import { signInTexts } from '@portal/contract/sign-in-texts'
import { type Locator, type Page, expect } from '@playwright/test'
import { lockOut, logIn, openSignedIn } from './sign-in.ts'
import type { State } from './state.ts'
import type { Customer } from './world/customers.ts'
import type { World } from './world/world.ts'

/** Every state of the login page, the forgot dialogs, the set-password page and the idle prompt. */
export const signInStates: readonly State[] = [
  {
    name: 'home-system-pop-up',
    async reach(page, world) {
      await world.showSystemPopUp(true)
      await page.goto('/')
      await expect(page.getByRole('dialog')).toContainText('Beware')
      return () => world.showSystemPopUp(false)
    },
  },
  {
    name: 'home-announcement',
    async reach(page) {
      await page.goto('/')
      await page
        .getByRole('button', { name: /^Read More/ })
        .first()
        .click()
      await expect(page.getByRole('dialog')).toBeVisible()
    },
  },
  {
    name: 'log-in-empty',
    async reach(page) {
      await (await logIn(page)).button.click()
      await expect(page.getByText(signInTexts.usernameRequired)).toBeVisible()
    },
  },
  {
    name: 'log-in-wrong',
    async reach(page, world) {
      const { username } = await world.customer()
      await (await logIn(page)).as({ username, password: 'not the one' })
      await expect(page.getByText(signInTexts.failed)).toBeVisible()
    },
  },
  { name: 'log-in-locked', reach: async (page, world) => await lockOut(page, await world.customer()) },
  {
    name: 'log-in-maintenance',
    async reach(page, world) {
      await world.switchLogin('off')
      await page.goto('/')
      await expect(page.getByText(loginMaintenanceMessage)).toBeVisible()
      return () => world.switchLogin('on')
    },
  },
  {
    name: 'logged-out',
    async reach(page) {
      await page.addInitScript(() => localStorage.setItem('forcedLogout', 'true'))
      await page.goto('/')
      await expect(page.getByText(signInTexts.forcedLogout)).toBeVisible()
    },
  },
  {
    name: 'forgot-password-errors',
    async reach(page) {
      const dialog = await (await logIn(page)).forgot('password')
      await dialog.getByRole('button', { name: 'Continue' }).click()
      await expect(page.getByText(forgotTexts.accountRequired)).toBeVisible()
    },
  },
  {
    name: 'forgot-password-unknown',
    async reach(page, world) {
      const dialog = await (await logIn(page)).forgot('password')
      await identify(dialog, { ...(await world.customer()), username: 'nobody.at.all' })
      await expect(page.getByText(forgotTexts.noSuchUsername)).toBeVisible()
    },
  },
  {
    name: 'forgot-password-question',
    reach: async (page, world) => void (await reachQuestion(page, await world.customer())),
  },
  {
    name: 'forgot-password-wrong-answer',
    async reach(page, world) {
      await answer(await reachQuestion(page, await world.customer()), 'Rex')
      await expect(page.getByText(forgotTexts.answerWrong)).toBeVisible()
    },
  },
  {
    name: 'forgot-password-wait',
    async reach(page, world) {
      const dialog = await reachQuestion(page, await world.customer())
      const blocked = dialog.getByText(commonProblems['too-many-tries'].title)
      for (let tries = 0; tries < 20 && !(await blocked.isVisible()); tries++) {
        await answer(dialog, `Rex ${tries}`)
        await expect(dialog.getByRole('button', { name: 'Submit', exact: true })).toBeVisible()
      }
      await expect(blocked).toBeVisible()
    },
  },
  {
    name: 'forgot-password-sent',
    async reach(page, world) {
      const customer = await world.customer()
      await answer(await reachQuestion(page, customer), customer.answer)
      await expect(page.getByText(forgotTexts.linkSent)).toBeVisible()
    },
  },
  { name: 'forgot-username', reach: async (page) => void (await (await logIn(page)).forgot('username')) },
  {
    name: 'set-password',
    async reach(page, world) {
      await page.goto(await mailedLink(page, world))
      await expect(page.getByRole('textbox', { name: 'New password' })).toBeVisible()
    },
  },
  {
    name: 'set-password-errors',
    async reach(page, world) {
      await page.goto(await mailedLink(page, world))
      await page.getByRole('textbox', { name: 'New password' }).fill('short')
      await page.getByRole('button', { name: 'Save password' }).click()
      await expect(page.getByText(credentialTexts.passwordLength)).toBeVisible()
    },
  },
  {
    name: 'set-password-done',
    async reach(page, world) {
      await page.goto(await mailedLink(page, world))
      await choosePassword(page, 'new-rain-12')
      await expect(page.getByText(credentialTexts.passwordUpdated)).toBeVisible()
    },
  },
  {
    name: 'set-password-expired',
    async reach(page) {
      await page.goto(`/set-password#${'A'.repeat(43)}`)
      await expect(page.getByText(forgotTexts.linkNotGood)).toBeVisible()
    },
  },
  {
    name: 'still-there',
    async reach(page, world) {
      await openSignedIn(page, await world.customer(), '/dashboard?session=true')
      await expect(page.getByRole('alertdialog', { name: signInTexts.stillThere })).toBeVisible({ timeout: 40_000 })
    },
  },
]

/** Step 1 of Forgot Password, sent off. */
export async function identify(dialog: Locator, { account, username }: Customer): Promise<void> {
  await dialog.getByLabel(/^Account number/).fill(account.number)
  await dialog.getByLabel('Username').fill(username)
  await dialog.getByRole('button', { name: 'Continue' }).click()
}

/** Forgot Password up to the security question. */
export async function reachQuestion(page: Page, customer: Customer): Promise<Locator> {
  const dialog = await (await logIn(page)).forgot('password')
  await identify(dialog, customer)
  await expect(dialog.getByLabel(customer.question)).toBeFocused()
  return dialog
}

/** Types an answer to the security question and sends it. */
export async function answer(dialog: Locator, words: string): Promise<void> {
  await dialog.getByRole('textbox').fill(words)
  await dialog.getByRole('button', { name: 'Submit', exact: true }).click()
}

/** On the set-password page. */
export async function choosePassword(page: Page, password: string): Promise<void> {
  await page.getByRole('textbox', { name: 'New password' }).fill(password)
  await page.getByRole('textbox', { name: 'Confirm password' }).fill(password)
  await page.getByRole('button', { name: 'Save password' }).click()
}

/** The address of the set-password page, path and secret, out of the newest letter to this customer. */
export async function linkInLetter(world: World, { account }: Customer): Promise<string> {
  const link = /\/set-password#[\w-]+/
  const newest = async (): Promise<string> => (await world.mails.to(account.email ?? ''))[0]?.text ?? ''
  await expect.poll(newest).toMatch(link)
  return link.exec(await newest())?.[0] ?? ''
}

async function mailedLink(page: Page, world: World): Promise<string> {
  const customer = await world.customer()
  await answer(await reachQuestion(page, customer), customer.answer)
  await expect(page.getByText(forgotTexts.linkSent)).toBeVisible()
  return await linkInLetter(world, customer)
}
