import { billsTexts } from '@portal/contract/bills'
import { payNowTexts } from '@portal/contract/pay-now-texts'
import { paymentTexts } from '@portal/contract/payments'
import { expect, test } from '../browser/fixtures.ts'
import { visa } from '../steps/cards.ts'
import { openDashboard } from '../steps/dashboard.ts'
import { tabTo, typeCard } from '../steps/keyboard.ts'
import { payNow } from '../steps/pay-now.ts'
import { openPhonedIn } from '../steps/phoned-in.ts'

test('a whole payment can be made with the keyboard alone', async ({ page, world }) => {
  const account = await world.account('owing')
  const wizard = await payNow(page)
  const { keyboard } = page

  await tabTo(page, wizard.account)
  await keyboard.type(account.number)
  await tabTo(page, wizard.zip)
  await keyboard.type(account.zip)
  // Enter in a field goes on, as soon as the verification in the background is done.
  await keyboard.press('Enter')

  await expect(page.getByRole('heading', { name: payNowTexts.isThisYou })).toBeFocused()
  await tabTo(page, wizard.continueButton)
  await keyboard.press('Enter')

  await typeCard(page, wizard, visa)
  await keyboard.press('Enter')

  await expect(page.getByRole('heading', { name: paymentTexts.approved })).toBeFocused()
  await tabTo(page, page.getByRole('button', { name: paymentTexts.saveAsPdf }))
  await tabTo(page, page.getByRole('link', { name: paymentTexts.goBack }))
  await keyboard.press('Enter')
  await expect(page).toHaveURL(/\/paynow$/)
})

test('a customer pays what is due with the keyboard alone', async ({ page, world }) => {
  const dashboard = await openDashboard(page, await world.customer('onlyDue'))
  const { keyboard } = page

  await tabTo(page, page.getByRole('main').getByRole('button', { name: /^Pay \$/ }))
  await keyboard.press('Enter')
  await typeCard(page, dashboard, visa)
  await keyboard.press('Enter')

  await expect(page.getByRole('heading', { name: paymentTexts.approved })).toBeFocused()
  await tabTo(page, page.getByRole('link', { name: paymentTexts.goBack }))
  await keyboard.press('Enter')
  await expect(page.getByText('You’re all paid up')).toBeVisible()
  // The halves of the chart's switch are one stop, and the arrow keys go from one to the other.
  await tabTo(page, page.getByRole('radio', { name: billsTexts.monthlyWater }))
  await keyboard.press('ArrowRight')
  await expect(page.getByRole('radio', { name: billsTexts.monthlyAmount })).toBeChecked()
  await expect(page.getByText('US dollars billed in each month')).toBeVisible()
})

test('a clerk takes a payment by phone with the keyboard alone, and starts the next one', async ({ page, world }) => {
  const account = await world.account('owing')
  const tab = await openPhonedIn(page, world)
  const search = page.getByRole('textbox', { name: /^Account number/ })
  const { keyboard } = page

  await expect(search).toBeFocused()
  await keyboard.type(account.number)
  await keyboard.press('Enter')
  await expect(tab.amount(account.number)).toBeFocused()
  await tabTo(page, tab.checkOutButton)
  await keyboard.press('Enter')

  await typeCard(page, tab, visa)
  await tabTo(page, tab.payButton)
  await keyboard.press('Enter')

  await expect(page.getByRole('heading', { name: paymentTexts.approved })).toBeFocused()
  await tabTo(page, page.getByRole('link', { name: 'Next payment' }))
  await keyboard.press('Enter')
  await expect(search).toBeFocused()
  await expect(search).toHaveValue('')
})
