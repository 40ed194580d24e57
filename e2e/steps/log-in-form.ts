import type { Locator, Page } from '@playwright/test'

/** Of customers and administrators. */
export interface LogInForm {
  username: Locator
  password: Locator
  button: Locator
  as(who: { username: string; password: string }): Promise<void>
}

export function logInFormOn(page: Page, buttonName: string): LogInForm {
  const form: LogInForm = {
    username: page.getByRole('textbox', { name: 'Username' }),
    password: page.getByLabel('Password', { exact: true }),
    button: page.getByRole('button', { name: buttonName, exact: true }),
    async as({ username, password }) {
      await form.username.fill(username)
      await form.password.fill(password)
      await form.button.click()
    },
  }
  return form
}
