import { type Locator, type Page, expect } from '@playwright/test'
import { userLogin } from '@portal/contract/sign-in'
import { signInTexts } from '@portal/contract/sign-in-texts'
import type { Customer } from '../world/customers.ts'
import { type LogInForm, logInFormOn } from './log-in-form.ts'

/** The login page as a customer uses it. */
export interface LogIn extends LogInForm {
  page: Page
  forgot(what: 'password' | 'username'): Promise<Locator>
}

export async function logIn(page: Page): Promise<LogIn> {
  const form = logInOn(page)
  await page.goto('/')
  await expect(form.button).toBeVisible()
  return form
}

type Login = Pick<Customer, 'url' | 'username' | 'password'>

/** Without the login page. */
export async function signInByCall(page: Page, { url, username, password }: Login): Promise<void> {
  const reply = await page.request.post(`${url}${userLogin.path}`, {
    data: { userName: username, password },
    headers: { origin: url },
  })
  expect(await reply.json()).toMatchObject({ result: { loginSuccessful: true } })
}

/** One of the pages of a customer who has signed in. */
export async function openSignedIn(page: Page, customer: Login, address = '/dashboard'): Promise<void> {
  await signInByCall(page, customer)
  await page.goto(`${customer.url}${address}`)
}

/** On the login page; waits for the dashboard. */
export async function signIn(page: Page, who: Pick<Customer, 'username' | 'password'>): Promise<void> {
  await (await logIn(page)).as(who)
  await expect(page.getByText(signInTexts.success)).toBeVisible()
  await page.waitForURL(/\/dashboard$/)
}

function logInOn(page: Page): LogIn {
  return {
    page,
    ...logInFormOn(page, 'Log In'),
    async forgot(what) {
      await page.getByRole('button', { name: `Forgot ${what}?` }).click()
      const dialog = page.getByRole('dialog', { name: new RegExp(`Forgot ${what}`, 'i') })
      await expect(dialog).toBeVisible()
      return dialog
    },
  }
}

export async function lockOut(page: Page, { username }: Pick<Customer, 'username'>): Promise<void> {
  const form = await logIn(page)
  const refusals = page.getByRole('alert')
  for (let tries = 0; tries < 5; tries++) {
    await form.as({ username, password: `not it ${tries}` })
    await expect(refusals).toHaveText(/\S/)
    await expect(form.password).toHaveValue('')
  }
  await expect(refusals).toContainText(signInTexts.exceededShown)
}
