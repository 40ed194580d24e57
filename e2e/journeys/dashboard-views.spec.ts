import { billsPerPage } from '@portal/contract/bills'
import { surveyTexts } from '@portal/contract/survey'
import { expect, test } from '../browser/fixtures.ts'
import { phone } from '../browser/screens.ts'
import { openSignedIn } from '../steps/sign-in.ts'

test.describe('a customer with one account', () => {
  test('sees balance, usage and contact, turns the chart to dollars, and goes on to a bill in a new tab', async ({
    page,
    world,
  }) => {
    const customer = await world.customer('longBilled')
    await openSignedIn(page, customer, `/dashboard?view=account&account=${customer.account.number}`)
    const main = page.getByRole('main')
    await expect(main.getByRole('heading', { name: 'Total amount due' })).toBeVisible()
    await expect(main.getByRole('img')).toHaveAccessibleName(/Monthly Water Consumption/)
    await main.getByText('Monthly Bill Amount').click()
    await expect(main.getByRole('img')).toHaveAccessibleName(/Monthly Bill Amount/)
    await expect(main).toContainText(customer.account.email ?? '')
    await expect(main.getByRole('link', { name: 'Pay Now' })).toHaveAttribute('href', '/paynow')

    await main.getByRole('link', { name: 'My Bills' }).click()
    await expect(page.getByText(new RegExp(`Showing ${billsPerPage} Results out of \\d+`))).toBeVisible()
    await page.getByRole('button', { name: 'Next page' }).click()
    await expect(page).toHaveURL(/page=2/)
    await expect(page.getByRole('button', { name: 'Next page' })).toBeFocused()
    const opening = page.context().waitForEvent('page')
    await page
      .getByRole('link', { name: /^View Bill/ })
      .first()
      .click()
    const bill = await opening
    await expect(bill).toHaveURL(/\/view-bill\?id=\d{13}&user=\d{10}&bill-id=\d{12}$/)
    await expect(bill.getByRole('heading', { level: 1 })).toBeVisible()
  })
})

test('Pay Now leads a customer to their own payment, with the account ticked (R34)', async ({ page, world }) => {
  const customer = await world.customer('onlyDue')
  await openSignedIn(page, customer, '/dashboard?view=account')
  await expect(page.getByRole('main')).toContainText(customer.account.email ?? '')
  await page.getByRole('main').getByRole('link', { name: 'Pay Now' }).click()
  await expect(page).toHaveURL(new RegExp(`/dashboard\\?account=${customer.account.number}$`))
  await expect(page.getByRole('checkbox', { name: new RegExp(`account ${customer.account.number}`) })).toBeChecked()
})

test.describe('the survey', () => {
  test.use({ viewport: phone, hasTouch: true })
  test('says which answers it needs, keeps what was chosen, and thanks', async ({ page, world }) => {
    await openSignedIn(page, await world.customer(), '/dashboard?view=survey')
    const submit = page.getByRole('button', { name: 'Submit' })
    await submit.click()
    await expect(page.getByRole('link', { name: surveyTexts.required })).toHaveCount(6)
    for (const question of [5, 6, 7, 8, 9]) {
      await page
        .getByRole('radiogroup', { name: `Question ${question} of 10` })
        .getByRole('radio')
        .nth(1)
        .check()
    }
    await page.getByLabel(/Question 10 of 10/).fill('Less chlorine, please.')
    await submit.click()
    await expect(page.getByText(surveyTexts.submitted)).toBeVisible()
    // The button stood at the end of a long page.
    await expect(page.getByRole('heading', { level: 1, name: 'Thank you' })).toBeInViewport()
  })
})
