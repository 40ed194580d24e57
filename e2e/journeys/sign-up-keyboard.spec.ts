import { signUpTexts } from '@portal/contract/sign-up-texts'
import { expect, test } from '../browser/fixtures.ts'
import { tabTo } from '../steps/keyboard.ts'
import { goodAnswer, goodPassword, signUp, usernameFor } from '../steps/sign-up.ts'

test('a customer can enroll with the keyboard alone', async ({ page, world }) => {
  const account = await world.account('billedToPerson')
  const wizard = await signUp(page)
  const { keyboard } = page

  await tabTo(page, wizard.account)
  await keyboard.type(account.number)
  await keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: signUpTexts.steps[1] })).toBeFocused()

  await tabTo(page, wizard.zip)
  await keyboard.type(account.zip)
  await keyboard.press('Enter')
  await tabTo(page, wizard.dialog.getByRole('button', { name: signUpTexts.proceed }))
  await keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: signUpTexts.steps[2] })).toBeFocused()

  await tabTo(page, wizard.username)
  await keyboard.type(usernameFor(account))
  await tabTo(page, wizard.password)
  await keyboard.type(goodPassword)
  await tabTo(page, wizard.confirmPassword)
  await keyboard.type(goodPassword)
  await tabTo(page, wizard.question)
  await keyboard.press('ArrowDown')
  await tabTo(page, wizard.answer)
  await keyboard.type(goodAnswer)
  await tabTo(page, wizard.terms)
  await keyboard.press('Space')
  await tabTo(page, wizard.submit)
  await keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: signUpTexts.thanks })).toBeFocused()
})
