import type { Page } from '@playwright/test'
import { autopayTexts } from '@portal/contract/autopay-texts'
import { savedMethodTexts } from '@portal/contract/saved-methods'
import { violations } from '../browser/axe.ts'
import { expect } from '../browser/fixtures.ts'
import { pageIsGoodWhenNarrow } from '../browser/good-page.ts'
import { saveMethod, stripeCards, test, typeCard } from '../browser/stripe.ts'
import { dashboardOn, openDashboard } from '../steps/dashboard.ts'

test.describe.configure({ mode: 'default' })

/** For everyone, and on the narrowest phone. */
const press = async (page: Page, name: string | RegExp) => await page.getByRole('button', { name }).click()
const agree = (page: Page) => page.getByLabel(autopayTexts.agree)

test('a customer sets up AutoPay, sees what comes, changes the day and turns it off', async ({ page, world }) => {
  test.slow()
  const customer = await world.customer('onlyDue')
  await openDashboard(page, customer)
  await page.getByRole('link', { name: autopayTexts.setUp }).click()
  await press(page, autopayTexts.setUp)
  // Without a card, one is saved first.
  await typeCard(page, stripeCards.good)
  // By key: the frame above may still grow.
  await saveMethod(page)
  await expect(page.getByRole('heading', { level: 1, name: autopayTexts.turnOn })).toBeVisible()
  await expect(page.getByText('We start these payments')).toBeVisible()
  await expect(agree(page)).not.toBeChecked()
  await pageIsGoodWhenNarrow(page)

  // By keyboard alone.
  await page.getByLabel('When to charge').focus()
  await page.keyboard.press('Tab')
  await expect(page.getByLabel(/^Set the most/)).toBeFocused()
  await page.keyboard.press('Space')
  await page.keyboard.press('Tab')
  await page.keyboard.type('500000')
  await expect(page.getByText('If you owe more than $5,000.00')).toBeVisible()
  await agree(page).focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: autopayTexts.turnOn })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText(autopayTexts.turnedOn)).toBeVisible()
  await expect(async () => {
    await dashboardOn(page).view('view=payment-methods')
    await expect(page.getByText(/^We’ll charge \$[\d.,]+ to Visa ending in 4242 on /)).toBeVisible({ timeout: 2000 })
  }).toPass()
  await pageIsGoodWhenNarrow(page)
  const mails = await world.mailsTo(customer.account.email ?? '')
  expect(mails.map(({ subject }) => subject).join()).toContain('You turned on AutoPay')

  await press(page, /^Change ?, account/)
  await page.getByLabel('When to charge').selectOption('daysBefore')
  await page.getByLabel('Days before').selectOption('2')
  await expect(page.getByText('2 days before the due date', { exact: false })).toBeVisible()
  await agree(page).check()
  await press(page, autopayTexts.save)
  await expect(page.getByText(autopayTexts.changed)).toBeVisible()
  await expect(page.getByText('2 days before the due date')).toBeVisible()

  await press(page, /^What I agreed to/)
  await expect(page.getByRole('dialog')).toContainText('We start these payments')
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Escape')

  await page.getByRole('link', { name: 'Account Summary' }).click()
  await expect(page.getByText(/AutoPay is on\. We’ll charge/)).toBeVisible()
  const dashboard = dashboardOn(page)
  await dashboard.makePayment(customer.account.number)
  await dashboard.checkOut()
  await expect(page.getByText(/If you pay now, it charges only what’s left\./)).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Escape')

  await dashboard.view('view=payment-methods')
  await press(page, /^Turn off AutoPay/)
  await expect(page.getByText(autopayTexts.turnedOff)).toBeVisible()
  await expect(page.getByRole('button', { name: autopayTexts.turnOn })).toBeVisible()
  await pageIsGoodWhenNarrow(page)
})

test('removing its card pauses AutoPay loudly, and another card ends the pause', async ({ page, world }) => {
  test.slow()
  const customer = await world.customer('onlyDue')
  await openDashboard(page, customer)
  await dashboardOn(page).view('view=payment-methods')
  await press(page, autopayTexts.setUp)
  await typeCard(page, stripeCards.good)
  // By key: the frame above may still grow.
  await saveMethod(page)
  await agree(page).check()
  await press(page, autopayTexts.turnOn)
  await expect(page.getByText(autopayTexts.turnedOn)).toBeVisible()

  await page.getByRole('button', { name: /^Remove ?: Visa ending in 4242$/ }).click()
  await expect(page.getByRole('alertdialog')).toContainText(`AutoPay for ${customer.account.number} uses this card`)
  await page.getByRole('alertdialog').getByRole('button', { name: savedMethodTexts.remove }).click()
  await expect(page.getByText(autopayTexts.isPaused)).toBeVisible()
  await pageIsGoodWhenNarrow(page)
  await page.getByRole('link', { name: 'Account Summary' }).click()
  await expect(page.getByText(/^AutoPay is paused for account/)).toBeVisible()
  await pageIsGoodWhenNarrow(page)

  await page.getByRole('link', { name: 'See why, and turn it on again' }).click()
  await press(page, autopayTexts.anotherCard)
  await typeCard(page, '5555555555554444')
  // By key: the frame above may still grow.
  await saveMethod(page)
  await expect(page.getByText('Mastercard ending in 4444', { exact: false }).last()).toBeVisible()
  await agree(page).check()
  await press(page, autopayTexts.save)
  await expect(page.getByText(/to Mastercard ending in 4444 on /)).toBeVisible()
  await expect.poll(async () => (await world.mailsTo(customer.account.email ?? '')).length).toBeGreaterThan(3)
})
