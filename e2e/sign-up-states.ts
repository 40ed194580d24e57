import { commonProblems } from '@portal/contract/problem'
import { signUpTexts } from '@portal/contract/sign-up-texts'
import { type Page, expect } from '@playwright/test'
import { enrol, type SignUp, signUp, usernameFor } from './sign-up.ts'
import type { State } from './state.ts'
import type { Need } from './world/accounts.ts'
import type { World } from './world/world.ts'

/** Every state of the Create Account wizard. */
export const signUpStates: readonly State[] = [
  { name: 'sign-up-account', reach: async (page) => void (await signUp(page)) },
  {
    name: 'sign-up-account-error',
    async reach(page) {
      await (await signUp(page)).sendNumber('123')
      await expect(page.getByText(signUpTexts.accountInvalid).first()).toBeVisible()
    },
  },
  {
    name: 'sign-up-registered',
    async reach(page, world) {
      const account = await world.account('billedToPerson')
      await enrol(page, account)
      await (await signUp(page)).sendNumber(account.number)
      await expect(page.getByText(signUpTexts.registered)).toBeVisible()
    },
  },
  {
    name: 'sign-up-help',
    async reach(page) {
      await signUp(page)
      await page.getByRole('button', { name: signUpTexts.needHelp }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
    },
  },
  { name: 'sign-up-zip', reach: async (page, world) => void (await reachZip(page, world)) },
  {
    name: 'sign-up-zip-wrong',
    async reach(page, world) {
      await (await reachZip(page, world)).sendZip('00001')
      await expect(page.getByText(signUpTexts.zipDiffers)).toBeVisible()
    },
  },
  {
    name: 'sign-up-zip-locked',
    async reach(page, world) {
      await lockZip(await reachZip(page, world))
    },
  },
  {
    name: 'sign-up-confirm-address',
    async reach(page, world) {
      const account = await world.account('billedElsewhere')
      const wizard = await signUp(page)
      await wizard.sendNumber(account.number)
      await wizard.sendZip(account.zip)
      await expect(wizard.dialog).toBeVisible()
    },
  },
  { name: 'sign-up-details', reach: async (page, world) => void (await reachDetails(page, world, 'billedToPremise')) },
  {
    name: 'sign-up-details-without-email',
    reach: async (page, world) => void (await reachDetails(page, world, 'withoutEmail')),
  },
  {
    name: 'sign-up-details-errors',
    async reach(page, world) {
      const wizard = await reachDetails(page, world, 'withoutEmail')
      await wizard.homePhone.fill('555')
      await wizard.submit.click()
      await expect(page.getByText(signUpTexts.termsRequired).first()).toBeVisible()
    },
  },
  {
    name: 'sign-up-details-taken',
    async reach(page, world) {
      const { username } = await enrol(page, await world.account('billedToPerson'))
      const wizard = await reachDetails(page, world, 'billedToPerson')
      await wizard.username.fill(username)
      await wizard.password.focus()
      await expect(wizard.username).toHaveAccessibleDescription(/Username already exists/)
    },
  },
  {
    name: 'sign-up-details-filled',
    async reach(page, world) {
      const account = await world.account('billedToPerson')
      const wizard = await signUp(page)
      await wizard.reachDetails(account)
      await wizard.fillDetails({ username: usernameFor(account) })
      await expect(page.getByText('This username is free.')).toBeAttached()
    },
  },
  {
    name: 'sign-up-done',
    reach: async (page, world) => void (await enrol(page, await world.account('billedToPerson'))),
  },
  {
    name: 'sign-up-maintenance',
    async reach(page, world) {
      await world.switchLogin('off')
      await page.goto('/sign-up')
      await expect(page.getByText(signUpTexts.maintenance)).toBeVisible()
      return () => world.switchLogin('on')
    },
  },
]

async function reachZip(page: Page, world: World): Promise<SignUp> {
  const wizard = await signUp(page)
  await wizard.sendNumber((await world.account('billedToPerson')).number)
  await expect(wizard.zip).toBeVisible()
  return wizard
}

async function reachDetails(page: Page, world: World, need: Need): Promise<SignUp> {
  const wizard = await signUp(page)
  await wizard.reachDetails(await world.account(need))
  return wizard
}

/** Tries zip codes until the server asks to wait. */
export async function lockZip(wizard: SignUp): Promise<void> {
  const notices = wizard.page.getByRole('alert')
  const locked = notices.filter({ hasText: commonProblems['too-many-tries'].title })
  for (let tries = 0; tries < 10 && !(await locked.isVisible()); tries++) {
    await wizard.sendZip(`0000${tries}`)
    await expect(notices).toBeVisible()
    await expect(wizard.continueButton).toBeVisible()
  }
  await expect(locked).toContainText(/\d+ (seconds?|minutes?)/)
}
