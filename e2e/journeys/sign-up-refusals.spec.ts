import { credentialTexts } from '@portal/contract/credential-texts'
import { easyPasswordTexts } from '@portal/contract/easy-password-texts'
import { signUpTexts } from '@portal/contract/sign-up-texts'
import { expect, test } from '../fixtures.ts'
import { lockZip } from '../sign-up-states.ts'
import { enrol, signUp, usernameFor } from '../sign-up.ts'

test('given an account that nobody has, or that is registered already, then the page says so', async ({
  page,
  world,
}) => {
  const account = await world.account('billedToPerson')
  await enrol(page, account)
  const wizard = await signUp(page)
  for (const [number, message] of [
    ['9999999999', signUpTexts.accountInvalid],
    [account.number, signUpTexts.registered],
  ] as const) {
    await wizard.sendNumber(number)
    await expect(page.getByRole('alert')).toHaveText(message)
    await expect(wizard.account).toHaveValue(number)
  }
})

test('given a wrong zip code, then the page says so, and the right one is taken afterwards', async ({
  page,
  world,
}) => {
  const account = await world.account('billedToPremise')
  const wizard = await signUp(page)
  await wizard.sendNumber(account.number)
  await wizard.sendZip('00001')
  await expect(page.getByRole('alert')).toHaveText(signUpTexts.zipDiffers)
  await expect(wizard.zip).toHaveValue('00001')
  await wizard.sendZip(account.zip)
  await expect(wizard.dialog).toBeVisible()
})

test.describe('too many zip codes', () => {
  test.use({ expectedTrouble: /status of 429/ })

  test('lock the account’s enrolment for a while, whoever asks, and the page says for how long', async ({
    page,
    world,
    visitor,
  }) => {
    const account = await world.account('billedToPerson')
    const wizard = await signUp(page)
    await wizard.sendNumber(account.number)
    await lockZip(wizard)

    const other = await signUp(await visitor())
    await other.sendNumber(account.number)
    await other.sendZip(account.zip)
    await expect(other.page.getByRole('alert')).toContainText(/You can try again in/)
  })
})

test('given a username that is taken, in whatever capitals, then another has to be chosen', async ({ page, world }) => {
  const { username } = await enrol(page, await world.account('billedToPerson'))
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

test('a long password that is pasted is not cut but refused, and stays there', async ({ page, world }) => {
  const long = 'correct-horse-battery-staple'
  const wizard = await signUp(page)
  const account = await world.account('billedToPerson')
  await wizard.reachDetails(account)
  await wizard.fillDetails({ username: usernameFor(account), password: long })
  await wizard.submit.click()
  await expect(page.getByRole('link', { name: credentialTexts.passwordLength })).toBeVisible()
  await expect(wizard.password).toHaveValue(long)
})

test.describe('a password that is guessed first', () => {
  test.use({ expectedTrouble: /status of 400/ })

  test('is refused at its field, what else was typed stays, and another one signs up', async ({ page, world }) => {
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

test('of two sign-ups for one person one wins, and the other is told', async ({ page, world, visitor }) => {
  const account = await world.account('billedToPerson')
  const first = await signUp(page)
  const second = await signUp(await visitor())
  for (const [wizard, ending] of [
    [first, 'a'],
    [second, 'b'],
  ] as const) {
    await wizard.reachDetails(account)
    await wizard.fillDetails({ username: `${usernameFor(account)}.${ending}` })
    await expect(wizard.page.getByText('This username is free.')).toBeAttached()
  }
  await Promise.all([first.submit.click(), second.submit.click()])

  const thanks = (wizard: typeof first) => wizard.page.getByRole('heading', { name: signUpTexts.thanks })
  const told = (wizard: typeof first) => wizard.page.getByRole('alert').filter({ hasText: signUpTexts.registered })
  await expect(thanks(first).or(told(first))).toBeVisible()
  await expect(thanks(second).or(told(second))).toBeVisible()
  const winners = [await thanks(first).isVisible(), await thanks(second).isVisible()]
  expect(winners.filter(Boolean)).toHaveLength(1)
})

test('given login and sign-up switched off, then neither the page nor the server enrols', async ({ page, world }) => {
  const account = await world.account('billedToPerson')
  const wizard = await signUp(page)
  await world.switchLogin('off')
  try {
    await page.goto('/sign-up')
    await expect(page.getByText(signUpTexts.maintenance)).toBeVisible()
    await expect(wizard.account).toHaveCount(0)
  } finally {
    await world.switchLogin('on')
  }
  await page.goto('/sign-up')
  await wizard.sendNumber(account.number)
  await expect(wizard.zip).toBeVisible()
})

test('the sample bill opens by itself when another page has asked for it, once', async ({ page }) => {
  await signUp(page)
  await page.evaluate(() => localStorage.setItem('openSampleBill', 'true'))
  await page.reload()
  const dialog = page.getByRole('dialog', { name: signUpTexts.whereIsMyNumber })
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await page.reload()
  await expect(page.getByLabel(/^Account number/)).toBeVisible()
  await expect(dialog).toBeHidden()
})
