import { type Locator, type Page, expect } from '@playwright/test'
import { signUpTexts } from '@portal/contract/sign-up-texts'
import type { Account } from '../world/accounts.ts'

/** The Create Account wizard as a customer uses it. */
export interface SignUp {
  page: Page
  account: Locator
  zip: Locator
  username: Locator
  password: Locator
  confirmPassword: Locator
  email: Locator
  confirmEmail: Locator
  homePhone: Locator
  mobilePhone: Locator
  question: Locator
  answer: Locator
  terms: Locator
  continueButton: Locator
  submit: Locator
  /** 'Confirm Your Address'. */
  dialog: Locator
  /** Step 1. */
  sendNumber(number: string): Promise<void>
  /** Step 2. */
  sendZip(zip: string): Promise<void>
  /** Goes through steps 1 and 2 and confirms the address. */
  reachDetails(account: Account): Promise<void>
  /** Step 3. What is on file stays. */
  fillDetails(details: { username: string; password?: string }): Promise<void>
}

export const goodPassword = 'rain-on-tin-9'
export const goodAnswer = 'Snowy'

/** One that nobody else in this world has. */
export function usernameFor(account: Account): string {
  return `customer.${account.number}`
}

export async function signUp(page: Page): Promise<SignUp> {
  const wizard = signUpOn(page)
  await page.goto('/sign-up')
  await expect(wizard.account).toBeVisible()
  return wizard
}

export async function enroll(page: Page, account: Account): Promise<{ username: string; password: string }> {
  const wizard = await signUp(page)
  const username = usernameFor(account)
  await wizard.reachDetails(account)
  await wizard.fillDetails({ username })
  if (account.email === null) {
    await wizard.email.fill(`${username}@example.com`)
    await wizard.confirmEmail.fill(`${username}@example.com`)
  }
  await wizard.submit.click()
  await expect(page.getByRole('heading', { name: signUpTexts.thanks })).toBeVisible()
  return { username, password: goodPassword }
}

function signUpOn(page: Page): SignUp {
  const field = (label: RegExp): Locator => page.getByLabel(label)
  const wizard: SignUp = {
    page,
    account: field(/^Account number/),
    zip: field(/^Billing zip code/),
    username: field(/^Username/),
    password: field(/^Password/),
    confirmPassword: field(/^Confirm password/),
    email: field(/^Email address/),
    confirmEmail: field(/^Confirm email address/),
    homePhone: field(/^Home phone/),
    mobilePhone: field(/^Mobile phone/),
    question: field(/^Security question/),
    answer: field(/^Security answer/),
    terms: page.getByRole('checkbox', { name: new RegExp(signUpTexts.terms) }),
    continueButton: page.getByRole('button', { name: signUpTexts.continue, exact: true }),
    submit: page.getByRole('button', { name: signUpTexts.submit, exact: true }),
    dialog: page.getByRole('dialog', { name: signUpTexts.confirmAddress }),
    async sendNumber(number) {
      await wizard.account.fill(number)
      await wizard.continueButton.click()
    },
    async sendZip(zip) {
      await wizard.zip.fill(zip)
      await wizard.continueButton.click()
    },
    async reachDetails(account) {
      await wizard.sendNumber(account.number)
      await wizard.sendZip(account.zip)
      await wizard.dialog.getByRole('button', { name: signUpTexts.proceed }).click()
      await expect(wizard.username).toBeVisible()
    },
    async fillDetails({ username, password = goodPassword }) {
      await wizard.username.fill(username)
      await wizard.password.fill(password)
      await wizard.confirmPassword.fill(password)
      await wizard.question.selectOption({ index: 1 })
      await wizard.answer.fill(goodAnswer)
      await wizard.terms.check()
    },
  }
  return wizard
}
