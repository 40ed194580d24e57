import { easyPasswordTexts } from '@portal/contract/predictable-password'
import { signUpTexts } from '@portal/contract/sign-up-texts'
import { expect, test } from '../browser/fixtures.ts'
import { signUp, usernameFor } from '../steps/sign-up.ts'

test('given a username that is taken, in upper or lower case, then another one must be chosen', async ({
  page,
  world,
}) => {
  const { username } = await world.customer()
  const account = await world.account('billedToPerson')
  const wizard = await signUp(page)
  await wizard.reachDetails(account)
  await wizard.fillDetails({ username: username.toUpperCase() })
  await expect(wizard.username).toHaveAccessibleDescription(new RegExp(signUpTexts.usernameTaken))
  await wizard.submit.click()
  await expect(page.getByRole('link', { name: signUpTexts.usernameTaken })).toBeVisible()

  await wizard.username.fill(usernameFor(account))
  await wizard.submit.click()
  await expect(page.getByRole('heading', { name: signUpTexts.thanks })).toBeVisible()
})

test.describe('a password that is guessed first', () => {
  test.use({ expectedTrouble: /status of 400/ })

  test('is refused at its field, other input stays, and another one signs up', async ({ page, world }) => {
    const account = await world.account('billedToPerson')
    const username = usernameFor(account)
    const wizard = await signUp(page)
    await wizard.reachDetails(account)
    await wizard.fillDetails({ username, password: 'Trust-No-1' })
    await wizard.submit.click()
    await page.getByRole('link', { name: easyPasswordTexts.common }).click()
    await expect(wizard.password).toBeFocused()
    await expect(wizard.username).toHaveValue(username)
    await wizard.password.fill('mango-tide-7')
    await wizard.confirmPassword.fill('mango-tide-7')
    await wizard.submit.click()
    await expect(page.getByRole('heading', { name: signUpTexts.thanks })).toBeVisible()
  })
})
