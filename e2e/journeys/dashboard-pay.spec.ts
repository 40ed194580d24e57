import type { Page } from '@playwright/test'
import { accountSummaryTexts } from '@portal/contract/account-summary'
import type { AccountNumber } from '@portal/contract/ids'
import { cents, formatCents } from '@portal/contract/money'
import { paymentFormTexts, paymentTexts } from '@portal/contract/payments'
import { expect, onDesktopAndPhone, test } from '../browser/fixtures.ts'
import { visa } from '../steps/cards.ts'
import { dashboardOn, openDashboard } from '../steps/dashboard.ts'
import { tabTo, typeCard } from '../steps/keyboard.ts'
import { expectResult, reloadWhilePaying } from '../steps/payment.ts'
import type { World } from '../world/world.ts'

/** Two accounts of the customer that can be paid, with what is owed on each. */
async function twoToPay(page: Page, world: World) {
  const customer = await world.customer('oneOfSeveral')
  const dashboard = await openDashboard(page, customer)
  const due: { number: AccountNumber; owed: number }[] = []
  for (const number of await world.accountsOf(customer)) {
    const owed = await world.owed({ number })
    const button = page.getByRole('button', { name: `Make Payment, account ${number}` })
    if (owed >= 200 && !(await button.isDisabled())) due.push({ number, owed })
  }
  const [first, second] = due
  if (!first || !second) throw new Error('The customer has too few accounts that owe something')
  return { customer, dashboard, first, second }
}

onDesktopAndPhone('several accounts are paid at once', () => {
  test.use({ expectedTrouble: /status of 404/ })

  test('and the amounts and the history are right immediately after', async ({ page, world }) => {
    const { dashboard, customer, first, second } = await twoToPay(page, world)
    await dashboard.makePayment(first.number)
    await dashboard.makePayment(second.number)
    await dashboard.typeAmount(second.number, '1.50')
    const total = formatCents(cents(first.owed + 150))
    await expect(page.getByText(`Sub Total $${total}`)).toBeVisible()

    const dialog = await dashboard.checkOut()
    await expect(dialog).toContainText(first.number)
    await expect(dialog).toContainText(second.number)
    await expect(dialog).toContainText(`$${total}`)
    await expect(dashboard.email).toHaveValue(customer.account.email ?? '')
    await dashboard.fillCard(visa)
    await dashboard.payButton.click()

    await expectResult(page, paymentTexts.approved)
    const paid = page.getByRole('table', { name: 'Accounts paid' })
    await expect(paid.getByRole('row').filter({ hasText: first.number })).toContainText(formatCents(cents(first.owed)))
    await expect(paid.getByRole('row').filter({ hasText: second.number })).toContainText('1.50')
    await expect(paid).toContainText(/W-\d+-1/)
    await expect(paid).toContainText(/W-\d+-2/)
    await page.reload()
    await expectResult(page, paymentTexts.approved)
    const result = page.url()

    await page.getByRole('link', { name: paymentTexts.goBack }).click()
    await expect(dashboard.row(first.number)).toContainText('$0.00')
    await expect(dashboard.row(second.number)).toContainText(`$${formatCents(cents(second.owed - 150))}`)
    const history = await dashboard.open(second.number, 'Payment History')
    await expect(history.getByRole('row').nth(1)).toContainText('$1.50')

    await test.step('a customer’s payment is not shown as a guest’s', async () => {
      await page.goto(result.replace('by=customer', 'by=guest'))
      await expect(page.getByRole('heading', { name: 'We can’t show this payment' })).toBeVisible()
    })
  })
})

test('a payment of several accounts can be made with the keyboard alone', async ({ page, world }) => {
  const { dashboard, first, second } = await twoToPay(page, world)
  const { keyboard } = page
  for (const { number } of [first, second]) {
    await tabTo(page, page.getByRole('checkbox', { name: `Pay account ${number}` }))
    await keyboard.press('Space')
  }
  await tabTo(page, dashboard.checkOutButton)
  await keyboard.press('Enter')
  await typeCard(page, dashboard, visa)
  await tabTo(page, dashboard.payButton)
  await keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: paymentTexts.approved })).toBeFocused()
})

test('given a payment under way, then the dialog cannot be closed, the page cannot be left, and a reload shows the truth', async ({
  page,
  world,
}) => {
  const { dashboard, first } = await twoToPay(page, world)
  await dashboard.makePayment(first.number)
  await dashboard.checkOut()
  await dashboard.fillCard(visa)
  const goOn = world.holdNextPurchase()
  await dashboard.payButton.click()
  await expect(page.getByText(paymentTexts.processing)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByText(paymentTexts.processing)).toBeVisible()
  await reloadWhilePaying(page)
  goOn()
  await expectResult(page, paymentTexts.approved)
  await page.getByRole('link', { name: paymentTexts.goBack }).click()
  await expect(dashboard.row(first.number)).toContainText('$0.00')
})

test('given another tab of the browser pays, then this one shows the new balance by itself, and nobody pays it again', async ({
  context,
  page,
  world,
}) => {
  const { dashboard, first, second } = await twoToPay(page, world)
  await dashboard.makePayment(first.number)
  const payer = dashboardOn(await context.newPage())
  await payer.page.goto(page.url())
  await payer.makePayment(first.number)
  await payer.payWith(visa)
  await expectResult(payer.page, paymentTexts.approved)

  await expect(page.getByText(accountSummaryTexts.paidElsewhere)).toBeVisible()
  await expect(dashboard.amount(first.number)).toHaveValue('0.00')
  await expect(dashboard.row(second.number)).toContainText(`$${formatCents(cents(second.owed))}`)
  await dashboard.checkOutButton.click()
  await expect(page.getByRole('alertdialog')).toContainText(paymentFormTexts.nothingChosen)
})

test.describe('somebody else pays meanwhile', () => {
  test.use({ expectedTrouble: /status of 409/ })

  test('then the new balance is shown before the card is charged, and paying anyway takes one press', async ({
    page,
    visitor,
    world,
  }) => {
    const { dashboard, customer, first } = await twoToPay(page, world)
    await dashboard.makePayment(first.number)
    await dashboard.checkOut()
    await dashboard.fillCard(visa)

    const other = await openDashboard(await visitor(), customer)
    await other.makePayment(first.number)
    await other.payWith(visa)
    await expectResult(other.page, paymentTexts.approved)

    const owed = `$${formatCents(cents(first.owed))}`
    await dashboard.payButton.click()
    const dialog = page.getByRole('dialog', { name: paymentFormTexts.review })
    await expect(dialog).toContainText(`Account ${first.number}: the balance was ${owed} and is now $0.00.`)
    await dialog.getByRole('button', { name: `Pay ${owed} anyway` }).click()
    await expectResult(page, paymentTexts.approved)
    await expect.poll(() => world.owed(first)).toBe(-first.owed)
  })
})
