import { type Locator, type Page, expect } from '@playwright/test'
import { editAccountTexts } from '@portal/contract/edit-account'
import { ownSessionsTexts } from '@portal/contract/own-sessions'

interface Passwords {
  now: string
  next: string
}

export interface EditAccount {
  email: Locator
  homePhone: Locator
  mobilePhone: Locator
  workPhone: Locator
  address1: Locator
  question: Locator
  /** Shown once the email address or the security question has been changed. */
  currentPassword: Locator
  save(): Promise<void>
  openSessions(): Promise<void>
  openPasswords(): Promise<void>
  /** Opens the Password view and sends it off. */
  changePassword(passwords: Passwords): Promise<void>
}

/** Of the signed-in customer. */
export async function editAccount(page: Page): Promise<EditAccount> {
  const field = (label: RegExp): Locator => page.getByLabel(label)
  const press = (name: string): Promise<void> => page.getByRole('button', { name, exact: true }).click()
  const view: EditAccount = {
    email: field(/^Email address/),
    homePhone: field(/^Home phone/),
    mobilePhone: field(/^Mobile phone/),
    workPhone: field(/^Work phone/),
    address1: field(/^Address line 1/),
    question: field(/^Security question/),
    currentPassword: field(/^Current password/),
    save: () => press(editAccountTexts.save),
    async openSessions() {
      await press(ownSessionsTexts.title)
      await expect(page.getByText(ownSessionsTexts.thisBrowser)).toBeVisible()
    },
    async openPasswords() {
      await press(editAccountTexts.changePassword)
      await expect(page.getByRole('heading', { name: editAccountTexts.changePassword })).toBeVisible()
    },
    async changePassword(passwords) {
      await view.openPasswords()
      await sendPasswords(page, passwords)
    },
  }
  await page.getByRole('link', { name: editAccountTexts.title }).click()
  await expect(view.email).toBeVisible()
  return view
}

export async function sendPasswords(page: Page, { now, next }: Passwords): Promise<void> {
  await page.getByLabel(/^Current Password/).fill(now)
  await page.getByLabel(/^New Password/).fill(next)
  await page.getByLabel(/^Confirm Password/).fill(next)
  await page.getByRole('button', { name: editAccountTexts.save, exact: true }).click()
}
