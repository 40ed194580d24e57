import { editAccountTexts } from '@portal/contract/edit-account'
import { ownSessionsTexts } from '@portal/contract/own-sessions'
import { credentialTexts, signInTexts } from '@portal/contract/sign-in-texts'
import { expect, test } from '../browser/fixtures.ts'
import { editAccount } from '../steps/edit-account.ts'
import { logIn, openSignedIn, signIn } from '../steps/sign-in.ts'
import { enroll } from '../steps/sign-up.ts'

test('a customer who has just signed up can log in and finds the details they gave', async ({ page, world }) => {
  const account = await world.account('billedToPerson')
  const customer = await enroll(page, account)
  await page.getByRole('link', { name: 'Login Here' }).click()
  await signIn(page, customer)
  const view = await editAccount(page)
  await expect(page.getByText(customer.username)).toBeVisible()
  await expect(view.email).toHaveValue(account.email ?? '')
})

test('a new e-mail address and phone are saved, and both addresses get an email', async ({ page, world }) => {
  const customer = await world.customer()
  const { email: before } = customer.account
  const now = `moved.${customer.account.number}@example.com`
  await openSignedIn(page, customer)
  const view = await editAccount(page)
  await view.email.fill(now)
  await view.homePhone.fill('')
  await view.mobilePhone.fill('(671) 555-0177')
  await view.currentPassword.fill('not my password')
  await view.save()
  await expect(page.getByRole('link', { name: signInTexts.wrongCurrentPassword })).toBeVisible()
  await view.currentPassword.fill(customer.password)
  await view.save()
  await expect(page.getByRole('alertdialog')).toContainText(editAccountTexts.saved)
  await page.getByRole('button', { name: 'OK' }).click()
  await expect(view.mobilePhone).toHaveValue('671-555-0177')

  await page.reload()
  await expect(view.email).toHaveValue(now)
  await expect(view.homePhone).toHaveValue('')
  for (const address of [now, before ?? '']) {
    await expect
      .poll(async () => (await world.mailsTo(address)).some(({ subject }) => /email address/i.test(subject)))
      .toBe(true)
  }
})

test.describe('a password that is changed', () => {
  test.use({ expectedTrouble: /status of 401/ })

  test('signs every other browser out, and only the new one works', async ({ page, world, visitor }) => {
    const customer = await world.customer()
    const password = 'wet-season-26'
    await openSignedIn(page, customer)
    const elsewhere = await visitor()
    await openSignedIn(elsewhere, customer)

    const view = await editAccount(page)
    await view.changePassword({ now: customer.password, next: password })
    await expect(page.getByRole('alertdialog')).toContainText(credentialTexts.passwordUpdated)
    await page.getByRole('button', { name: 'OK' }).click()
    await page.reload()
    await expect(view.email).toBeVisible()

    await elsewhere.reload()
    await expect(elsewhere).toHaveURL(/\/$/)
    const form = await logIn(elsewhere)
    await form.as(customer)
    await expect(elsewhere.getByRole('alert')).toContainText(signInTexts.failed)
    await signIn(elsewhere, { ...customer, password })
    await expect.poll(async () => (await world.mailsTo(customer.account.email ?? '')).length).toBeGreaterThan(1)
  })
})

test.describe('where the customer is logged in', () => {
  test.use({ expectedTrouble: /status of 401/ })

  test('another browser is listed in plain words and can be logged out from here', async ({ page, world, visitor }) => {
    const customer = await world.customer()
    const elsewhere = await visitor()
    await openSignedIn(elsewhere, customer)
    await openSignedIn(page, customer)
    await (await editAccount(page)).openSessions()
    const sessions = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: /^Chrome on / }) })
    await expect(sessions).toHaveCount(2)
    await expect(sessions.first()).toContainText(ownSessionsTexts.thisBrowser)
    await sessions.last().getByRole('button', { name: ownSessionsTexts.end }).click()
    await page.getByLabel(/^Current password/).fill(customer.password)
    await sessions.last().getByRole('button', { name: ownSessionsTexts.end, exact: true }).click()
    await expect(page.getByText(ownSessionsTexts.ended)).toBeVisible()
    await expect(sessions).toHaveCount(1)
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()

    await elsewhere.reload()
    await expect(elsewhere).toHaveURL(/\/$/)
    await page.reload()
    await expect(page).toHaveURL(/dashboard/)
  })
})
