import { type Locator, type Page, expect } from '@playwright/test'
import type { Customer } from '../world/customers.ts'
import type { World } from '../world/world.ts'
import { logIn } from './sign-in.ts'

/** Step 1 of Forgot Password. */
export async function identify(dialog: Locator, { account, username }: Customer): Promise<void> {
  await dialog.getByLabel(/^Account number/).fill(account.number)
  await dialog.getByLabel('Username').fill(username)
  await dialog.getByRole('button', { name: 'Continue' }).click()
}

export async function reachQuestion(page: Page, customer: Customer): Promise<Locator> {
  const dialog = await (await logIn(page)).forgot('password')
  await identify(dialog, customer)
  await expect(dialog.getByLabel(customer.question)).toBeFocused()
  return dialog
}

export async function answer(dialog: Locator, words: string): Promise<void> {
  await dialog.getByRole('textbox').fill(words)
  await dialog.getByRole('button', { name: 'Submit', exact: true }).click()
}

export async function choosePassword(page: Page, password: string): Promise<void> {
  await page.getByRole('textbox', { name: 'New password' }).fill(password)
  await page.getByRole('textbox', { name: 'Confirm password' }).fill(password)
  await page.getByRole('button', { name: 'Save password' }).click()
}

/** With its secret, from the newest email to this customer. */
export async function linkInEmail(world: World, { account }: Customer): Promise<string> {
  const link = /\/set-password#[\w-]+/
  const newest = async (): Promise<string> => (await world.mailsTo(account.email ?? ''))[0]?.text ?? ''
  await expect.poll(newest).toMatch(link)
  return link.exec(await newest())?.[0] ?? ''
}
