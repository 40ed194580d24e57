import type { Locator } from '@playwright/test'
import { adminIdleTimes, adminSignInTexts } from '@portal/contract/console-texts'
import { cents, formatCents } from '@portal/contract/money'
import { paymentTexts } from '@portal/contract/payments'
import { phonedInTexts } from '@portal/contract/phoned-in'
import { demoPassword } from '@portal/tools/demo/logins.ts'
import { boxOf } from '../browser/boxes.ts'
import { chargesOf, expect, onDesktopAndPhone, test } from '../browser/fixtures.ts'
import { narrow } from '../browser/screens.ts'
import { paste } from '../steps/card-form.ts'
import { declinedAmount, visa } from '../steps/cards.ts'
import { logInFormOn } from '../steps/log-in-form.ts'
import { confirmAmount, expectResult, reloadWhilePaying } from '../steps/payment.ts'
import { openPhonedIn } from '../steps/phoned-in.ts'

test('on a laptop, an account that was found is visible at once, above the bar with the total', async ({
  page,
  world,
}) => {
  await page.setViewportSize({ width: 1280, height: 720 })
  const [account, another] = [await world.account('owing'), await world.account('owing')]
  const tab = await openPhonedIn(page, world)
  await tab.search(account.number, another.number)
  const row = tab.summary.getByRole('row').filter({ hasText: account.number })
  await expect(row).toBeVisible()
  await expect
    .poll(async () => {
      const [found, add] = [await boxOf(row), await boxOf(tab.addToCartButton)]
      return add.y - (found.y + found.height)
    })
    .toBeGreaterThan(0)
})

test('in a wide window the card form opens beside the cart, whose amounts stay visible; on the narrowest phone no number in it is broken', async ({
  page,
  world,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  const account = await world.account('owing')
  const tab = await openPhonedIn(page, world)
  await tab.fillCart(account)
  const amount = await boxOf(tab.amount(account.number))
  await page.setViewportSize(narrow)
  expect(await linesOf(tab.cart.getByRole('rowheader', { name: account.number }))).toBe(1)
  await page.setViewportSize({ width: 1440, height: 900 })
  const form = await boxOf(await tab.checkOut())
  expect(form.x).toBeGreaterThan(amount.x + amount.width)
})

/** The number of lines that the text at the beginning of an element takes. */
async function linesOf(element: Locator): Promise<number> {
  return await element.evaluate(({ firstChild }) => {
    const range = document.createRange()
    if (firstChild) range.selectNodeContents(firstChild)
    return new Set(Array.from(range.getClientRects(), ({ top }) => top)).size
  })
}

onDesktopAndPhone('a clerk takes a payment for a caller (A§2)', () => {
  test('for several accounts at once, in two steps, and the receipt goes to the customer', async ({ page, world }) => {
    const tab = await openPhonedIn(page, world, 1)
    const [first, second] = [await world.account('owing'), await world.account('owing')]
    await tab.search(first.number, second.number, first.number)
    await tab.tick(first.number)
    await expect(tab.banner).toContainText(first.number)
    await expect(tab.banner).not.toContainText(second.number)
    await tab.tick(second.number)
    await tab.addToCartButton.click()
    await tab.typeAmount(second.number, '1.50')
    const total = formatCents(cents(first.owed + 150))
    await expect(page.getByRole('complementary')).toContainText(`$${total}`)

    const dialog = await tab.checkOut()
    await expect(dialog).toContainText('You’re taking a payment for')
    await expect(dialog).toContainText(`$${total}`)
    await expect(tab.email).toHaveValue(first.email ?? '')
    await tab.fillCard(visa)
    await tab.payButton.click()
    await expectResult(page, paymentTexts.approved)
    const paid = page.getByRole('table', { name: 'Accounts paid' })
    await expect(paid).toContainText(/W-\d+-1/)
    await expect(paid.getByRole('row').filter({ hasText: second.number })).toContainText('1.50')
    await expect.poll(async () => (await world.mailsTo(first.email ?? ''))[0]?.text).toContain(`$${total}`)

    await page.getByRole('link', { name: 'Next payment' }).click()
    await expect(page).toHaveURL(/\/admin-dashboard\?view=phoned-in$/)
    await expect(page.getByRole('textbox', { name: /^Account number/ })).toHaveValue('')
    await expect(page.getByRole('textbox', { name: /^Account number/ })).toBeFocused()
    await tab.search(first.number)
    await page.getByRole('button', { name: phonedInTexts.back }).click()
    await expect(tab.summary.getByRole('row').filter({ hasText: first.number })).toContainText('$0.00')
    await page.getByRole('button', { name: /^Payment History/ }).click()
    await expect(page.getByRole('dialog').getByRole('row').filter({ hasText: tab.clerk })).toContainText('PAID')
  })
})

test('finance takes a payment of a customer without an email (A§6); a declined card leaves the cart for another card', async ({
  page,
  world,
}) => {
  const tab = await openPhonedIn(page, world, 3)
  const account = await world.account('withoutEmail')
  await tab.fillCart(account)
  await tab.typeAmount(account.number, declinedAmount)
  await tab.checkOut()
  await expect(tab.email).toHaveValue('')
  await tab.email.fill('caller@example.com')
  await tab.fillCard(visa)
  await tab.payButton.click()
  await confirmAmount(page)
  await expectResult(page, 'The payment was declined.')
  await page.getByRole('link', { name: paymentTexts.goBack }).click()
  await expect(tab.amount(account.number)).toHaveValue('5,302.00')
  await tab.typeAmount(account.number, formatCents(cents(account.owed)))
  await tab.payWith(visa)
  await expectResult(page, paymentTexts.approved)
})

test('the cart survives a reload, the card does not, and is kept nowhere', async ({ page, world }) => {
  const tab = await openPhonedIn(page, world)
  const account = await world.account('owing')
  await tab.fillCart(account)
  await paste(tab.amount(account.number), '１２．３４')
  await tab.checkOut()
  await tab.fillCard(visa)
  for (const field of [tab.cardNumber, tab.code]) {
    await expect(field).toHaveAttribute('autocomplete', 'off')
    await expect(field).toHaveCSS('-webkit-text-security', 'disc')
  }
  await page.reload()
  await expect(tab.amount(account.number)).toHaveValue('12.34')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await tab.payWith(visa)
  await expectResult(page, paymentTexts.approved)
  const kept = await page.evaluate(() =>
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.body.innerText]),
  )
  expect(kept).not.toContain(visa.number)
  expect(kept).not.toContain(visa.number.replaceAll(' ', ''))
})

test.describe('when the session ends elsewhere', () => {
  test.use({ expectedTrouble: /status of 401/ })

  test('the clerk is logged out, logs in again, and continues with the cart (docs/readings.md)', async ({
    page,
    world,
  }) => {
    const tab = await openPhonedIn(page, world)
    const [first, second] = [await world.account('owing'), await world.account('owing')]
    await tab.fillCart(first, second)
    await tab.typeAmount(second.number, '12.34')
    await world.ageSessions(adminIdleTimes.logoutSeconds + 120)
    await tab.payWith(visa)
    await expect(page).toHaveURL(/\/gwaadmin$/)
    await logInFormOn(page, adminSignInTexts.logIn).as({ username: tab.clerk, password: demoPassword })
    await expect(page).toHaveURL(/\?view=phoned-in$/)
    await expect(tab.cart).toContainText(first.number)
    await expect(tab.amount(second.number)).toHaveValue('12.34')
    await tab.payWith(visa)
    await expectResult(page, paymentTexts.approved)
  })
})

test('given a payment under way, then a reload shows its outcome, and the cart asks for another look-up', async ({
  page,
  world,
}) => {
  const tab = await openPhonedIn(page, world)
  const account = await world.account('owing')
  await tab.fillCart(account)
  await tab.checkOut()
  await tab.fillCard(visa)
  const goOn = world.holdNextPurchase()
  await tab.payButton.click()
  await expect(page.getByText(paymentTexts.processing)).toBeVisible()
  await reloadWhilePaying(page)
  goOn()
  await expectResult(page, paymentTexts.approved)
  await page.getByRole('link', { name: paymentTexts.goBack }).click()
  await expect(tab.cart).toContainText('The amount due has changed')
  await expect(page.getByRole('checkbox', { name: new RegExp(account.number) })).not.toBeChecked()
  expect(chargesOf(world, account)).toBe(1)
})
