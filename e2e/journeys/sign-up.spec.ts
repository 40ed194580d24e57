import { signUpTexts } from '@portal/contract/sign-up-texts'
import { displayName, maskName } from '@portal/contract/text'
import { boxOf } from '../browser/boxes.ts'
import { expect, onDesktopAndPhone, test } from '../browser/fixtures.ts'
import { goodPassword, signUp, usernameFor } from '../steps/sign-up.ts'

onDesktopAndPhone('a customer enrols', () => {
  test('and gets thanks and an email (C§2.3)', async ({ page, world }) => {
    const account = await world.account('billedToPerson')
    const wizard = await signUp(page)
    await wizard.sendNumber(account.number)
    await expect(page.getByText(maskName(displayName(account.name)))).toBeVisible()
    await expect(page.getByText(displayName(account.name))).toHaveCount(0)
    await wizard.sendZip(account.zip)

    await expect(wizard.dialog).toContainText(/X/)
    await expect(wizard.dialog).not.toContainText(account.zip)
    await wizard.dialog.getByRole('button', { name: signUpTexts.proceed }).click()

    await expect(page.getByText(account.zip, { exact: true })).toBeVisible()
    await expect(wizard.email).toHaveValue(account.email ?? '')
    await wizard.fillDetails({ username: usernameFor(account) })
    await wizard.submit.click()
    await expect(page.getByRole('heading', { name: signUpTexts.thanks })).toBeFocused()
    await expect(page.getByText(signUpTexts.mailFollows)).toBeVisible()

    await expect.poll(async () => (await world.mailsTo(account.email ?? '')).length).toBe(1)
    const [mail] = await world.mailsTo(account.email ?? '')
    expect(mail?.text).toContain(usernameFor(account))
    expect(`${mail?.text}${mail?.html}`).not.toContain(goodPassword)

    await test.step('Back does not lead to a form that was already used', async () => {
      await page.goBack()
      await expect(wizard.account).toHaveValue('')
    })
  })
})

test('what is below the names of the steps stays where it is from step to step', async ({ page, world }) => {
  const account = await world.account('billedToPerson')
  const wizard = await signUp(page)
  const top = async () => (await boxOf(page.getByRole('heading', { level: 1 }))).y
  const first = await top()
  await wizard.reachDetails(account)
  await expect(wizard.username).toBeVisible()
  expect(await top()).toBe(first)
})
