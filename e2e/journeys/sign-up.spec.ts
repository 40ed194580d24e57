import { displayName, maskName } from '@portal/contract/text'
import { signUpTexts } from '@portal/contract/sign-up-texts'
import { expect, onDeskAndPhone, test } from '../fixtures.ts'
import { enrol, goodPassword, signUp, usernameFor } from '../sign-up.ts'

for (const need of ['billedToPerson', 'billedToPremise', 'billedElsewhere'] as const) {
  const declare = need === 'billedToPerson' ? onDeskAndPhone : test.describe
  declare(`a customer enrols, ${need}`, () => {
    test('and gets thanks and a letter', async ({ page, world }) => {
      const account = await world.account(need)
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

      await expect.poll(async () => (await world.mails.to(account.email ?? '')).length).toBe(1)
      const [mail] = await world.mails.to(account.email ?? '')
      expect(mail?.text).toContain(usernameFor(account))
      expect(`${mail?.text}${mail?.html}`).not.toContain(goodPassword)
    })
  })
}

test('a customer whose bills are only read online enrols by the zip code of their own address', async ({
  page,
  world,
}) => {
  const account = await world.account('billedToPerson')
  await world.stopPaperBills(account)
  await enrol(page, account)
})

test('of an account with several people, the main customer enrols', async ({ page, world }) => {
  const account = await world.account('billedToPerson')
  const other = await world.account('billedToPerson')
  await world.addHolder(account, other)
  await enrol(page, account)
  // The other one has not been enrolled with it.
  await enrol(page, other)
})

test('a customer without an e-mail on file types it twice, and the letter goes there', async ({ page, world }) => {
  const account = await world.account('withoutEmail')
  const { username } = await enrol(page, account)
  await expect.poll(async () => (await world.mails.to(`${username}@example.com`)).length).toBe(1)
})

test('given the mail server is down, then sign-up succeeds all the same and the letter follows', async ({
  page,
  world,
}) => {
  const account = await world.account('billedToPerson')
  await world.mails.stop()
  try {
    await enrol(page, account)
  } finally {
    await world.mails.startAgain()
  }
  await expect
    .poll(async () => (await world.mails.to(account.email ?? '')).length, { timeout: 60_000 })
    .toBeGreaterThan(0)
})

test('Back goes one step back, by the button and by the browser; a reload stays where it was', async ({
  page,
  world,
}) => {
  const account = await world.account('billedToPerson')
  const wizard = await signUp(page)
  await wizard.reachDetails(account)
  await wizard.username.fill('somebody.new')

  await page.goBack()
  await expect(wizard.zip).toBeVisible()
  await page.goForward()
  await expect(wizard.username).toHaveValue('somebody.new')

  await page.reload()
  await expect(wizard.email).toHaveValue(account.email ?? '')
  await page.getByRole('button', { name: signUpTexts.back, exact: true }).click()
  await expect(wizard.zip).toBeVisible()
  await page.getByRole('button', { name: signUpTexts.back, exact: true }).click()
  await expect(wizard.account).toHaveValue(account.number)
  await page.getByRole('link', { name: signUpTexts.cancel }).click()
  await expect(page).toHaveURL(/\/$/)
})

test('after signing up, Back does not lead to a form that was already used', async ({ page, world }) => {
  await enrol(page, await world.account('billedToPerson'))
  await page.goBack()
  await expect(page.getByLabel(/^Account number/)).toHaveValue('')
})
