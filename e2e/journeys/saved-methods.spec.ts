import { paymentTexts } from '@portal/contract/payments'
import { savedMethodTexts } from '@portal/contract/saved-methods'
import { violations } from '../browser/axe.ts'
import { expect } from '../browser/fixtures.ts'
import { pageIsGoodWhenNarrow } from '../browser/good-page.ts'
import { saveMethod, stripeCards, test, typeCard } from '../browser/stripe.ts'
import { dashboardOn, openDashboard } from '../steps/dashboard.ts'
import { expectResult } from '../steps/payment.ts'

test.describe.configure({ mode: 'default' })

const { good, asksPayer } = stripeCards

test('a customer saves a card, pays with it in one press, and removes it', async ({ page, world }) => {
  const customer = await world.customer('oneOfSeveral')
  const dashboard = await openDashboard(page, customer)
  await page.getByRole('link', { name: savedMethodTexts.title }).click()
  await expect(page.getByText(savedMethodTexts.none)).toBeVisible()
  await page.getByRole('button', { name: savedMethodTexts.add }).click()
  await typeCard(page, good)
  await page.getByLabel(savedMethodTexts.name).fill('Household')
  await pageIsGoodWhenNarrow(page)
  await saveMethod(page)
  await expect(page.getByText(savedMethodTexts.added)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Household' })).toBeVisible()
  await expect(page.getByText('Expires 12/30')).toBeVisible()
  await pageIsGoodWhenNarrow(page)

  await page.getByRole('link', { name: 'Account Summary' }).click()
  await dashboard.makePayment(customer.account.number)
  await dashboard.typeAmount(customer.account.number, '12.34')
  await dashboard.checkOut()
  await expect(page.getByRole('radio', { name: /Household/ })).toBeChecked()
  expect(await violations(page)).toEqual([])
  await dashboard.payButton.click()
  await expectResult(page, paymentTexts.approved)
  const charge = [...(world.stripe?.books.charges.values() ?? [])].at(-1)
  expect(charge?.payment_method).toBe([...(world.stripe?.books.methods.keys() ?? [])].at(-1))

  await dashboard.view('view=payment-methods')
  await page.getByRole('button', { name: /^Remove ?: Visa ending in 4242$/ }).click()
  await expect(page.getByRole('alertdialog')).toContainText(savedMethodTexts.removeLead)
  await page.getByRole('alertdialog').getByRole('button', { name: savedMethodTexts.remove }).click()
  await expect(page.getByText(savedMethodTexts.removed)).toBeVisible()
  await expect(page.getByText(savedMethodTexts.none)).toBeVisible()
  await expect.poll(() => [...(world.stripe?.books.methods.values() ?? [])].at(-1)?.method.customer).toBeNull()
})

test('a card whose bank asks is saved once it is confirmed, and a payment saves its card only if asked to', async ({
  page,
  world,
}) => {
  const customer = await world.customer('oneOfSeveral')
  await openDashboard(page, customer)
  await dashboardOn(page).view('view=payment-methods')
  await page.getByRole('button', { name: savedMethodTexts.add }).click()
  await typeCard(page, asksPayer)
  await saveMethod(page)
  const bank = page.frameLocator('iframe[title="Your bank"]')
  await bank.getByRole('button', { name: 'Complete authentication' }).click()
  await expect(page.getByRole('heading', { name: 'Visa ending in 3184' })).toBeVisible()

  const dashboard = dashboardOn(page)
  await page.getByRole('link', { name: 'Account Summary' }).click()
  await dashboard.makePayment(customer.account.number)
  await dashboard.typeAmount(customer.account.number, '12.34')
  await dashboard.checkOut()
  await page.getByRole('radio', { name: savedMethodTexts.another }).check()
  await typeCard(page, '5555555555554444')
  await page.getByLabel(savedMethodTexts.saveThis).check()
  await dashboard.payButton.click()
  await expectResult(page, paymentTexts.approved)
  await expect(async () => {
    await dashboard.view('view=payment-methods')
    await expect(page.getByRole('heading', { name: 'Mastercard ending in 4444' })).toBeVisible({ timeout: 2000 })
  }).toPass()
})
