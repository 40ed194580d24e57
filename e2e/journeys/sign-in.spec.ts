import { forgotTexts } from '@portal/contract/forgot'
import { credentialTexts, signInTexts } from '@portal/contract/sign-in-texts'
import { expect, test } from '../browser/fixtures.ts'
import { answer, choosePassword, linkInEmail } from '../steps/forgot.ts'
import { lockOut, logIn, signIn } from '../steps/sign-in.ts'

test.describe('a customer signs in', () => {
  test('and is sent to the dashboard; from then on, the login page leads there at once', async ({ page, world }) => {
    await signIn(page, await world.customer())
    await page.goto('/')
    await expect(page).toHaveURL(/\/dashboard$/)
  })
})

test.describe('given a login that was locked by five wrong passwords', () => {
  test('the right password does not open it; the security question and the mailed link do', async ({
    page,
    world,
    visitor,
  }) => {
    const customer = await world.customer()
    await lockOut(page, customer)
    const form = await logIn(page)
    await form.as(customer)
    await expect(page.getByRole('alert')).toContainText(signInTexts.exceededShown)

    await page.getByRole('button', { name: 'Set a new password' }).click()
    const dialog = page.getByRole('dialog', { name: 'Forgot Password' })
    await expect(dialog.getByLabel('Username')).toHaveValue(customer.username)
    await dialog.getByLabel(/^Account number/).fill(customer.account.number)
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await expect(dialog.getByLabel(customer.question)).toBeFocused()
    await answer(dialog, 'Rex')
    await expect(dialog.getByText(forgotTexts.answerWrong)).toBeVisible()
    // Capitals and punctuation do not matter.
    await answer(dialog, `${customer.answer.toUpperCase()}!`)
    await expect(page.getByText(forgotTexts.linkSent)).toBeVisible()

    const link = await linkInEmail(world, customer)
    const elsewhere = await visitor()
    await elsewhere.goto(link)
    await choosePassword(elsewhere, 'new-rain-12')
    await expect(elsewhere.getByText(credentialTexts.passwordUpdated)).toBeVisible()
    expect(elsewhere.url()).not.toContain('#')
    await elsewhere.goto(link)
    await expect(elsewhere.getByText(forgotTexts.linkNotGood)).toBeVisible()

    await signIn(page, { ...customer, password: 'new-rain-12' })
  })

  test('the link can be requested without the question, and an invalid one leads to another', async ({
    page,
    world,
  }) => {
    const customer = await world.customer()
    await lockOut(page, customer)
    await page.goto(`/set-password#${'A'.repeat(43)}`)
    await page.getByRole('link', { name: 'Request a new link' }).click()
    const dialog = page.getByRole('dialog', { name: 'Forgot Password' })
    await dialog.getByLabel(/^Account number/).fill(customer.account.number)
    await dialog.getByLabel('Username').fill(customer.username)
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await dialog.getByRole('button', { name: 'Email me a link instead' }).click()
    await expect(page.getByText(forgotTexts.linkSent)).toBeVisible()

    await page.goto(await linkInEmail(world, customer))
    await choosePassword(page, 'new-rain-12')
    await page.getByRole('link', { name: 'Log In' }).click()
    await expect(page.getByRole('button', { name: 'Log In', exact: true })).toBeVisible()
    await signIn(page, { ...customer, password: 'new-rain-12' })
  })
})

test('a forgotten username is mailed', async ({ page, world }) => {
  const customer = await world.customer()
  const dialog = await (await logIn(page)).forgot('username')
  await dialog.getByLabel(/^Account number/).fill(customer.account.number)
  await dialog.getByLabel('Email address').fill('somebody.else@example.com')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByText(forgotTexts.emailDiffers)).toBeVisible()
  await dialog.getByLabel('Email address').fill(customer.account.email ?? '')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByLabel(customer.question)).toBeFocused()
  await answer(dialog, customer.answer)
  await expect(page.getByText(forgotTexts.usernameSent)).toBeVisible()
  const emails = async () => (await world.mailsTo(customer.account.email ?? '')).map((mail) => mail.text).join('\n')
  await expect.poll(emails).toContain(customer.username)
})
