import type { Locator } from '@playwright/test'
import { cents, formatCents } from '@portal/contract/money'
import { checkoutProblems, paymentTexts, startCheckout } from '@portal/contract/payments'
import { declinedAmount, visa } from '../cards.ts'
import { chargesOf, expect, test } from '../fixtures.ts'
import { type PayNow, payNow } from '../pay-now.ts'

test('given a card that is declined, then the page says why, nothing is charged, and paying again works', async ({
  page,
  world,
}) => {
  const account = await world.account('owing')
  const wizard = await payNow(page)
  await wizard.findAccount(account)
  await wizard.confirmAccount()
  await wizard.typeAmount(declinedAmount)
  await wizard.fillCard(visa)
  await wizard.pay()
  await expect(page.getByRole('heading', { name: paymentTexts.notProcessed })).toBeVisible()
  await expect(page.getByRole('main')).not.toContainText('W-')
  expect(await world.owed(account)).toBe(account.owed)

  await page.getByRole('link', { name: paymentTexts.goBack }).click()
  await wizard.payWhole(account, visa)
  await expect(page.getByRole('heading', { name: paymentTexts.approved })).toBeVisible()
  await expect.poll(() => world.owed(account)).toBe(0)
})

test('given a gateway that charges and never answers, then the payment is being confirmed, the account is held, and the truth follows', async ({
  page,
  world,
  visitor,
}) => {
  test.slow()
  const account = await world.account('owing')
  const wizard = await payNow(page)
  await wizard.findAccount(account)
  await wizard.confirmAccount()
  await wizard.fillCard(visa)
  await world.gateway.nextPurchase({ kind: 'hang', charged: true })
  await world.gateway.switchSearch('off')
  await wizard.pay()
  await expect(page.getByRole('heading', { name: paymentTexts.beingConfirmed })).toBeVisible()
  await expect(page.getByRole('main')).toContainText(paymentTexts.doNotPayAgain)
  await expect(page.getByText(paymentTexts.notProcessed)).toHaveCount(0)

  const other = await payNow(await visitor())
  await other.findAccount(account)
  await other.confirmAccount()
  await expect(other.page.getByRole('main')).toContainText(checkoutProblems['account-being-paid'].title)
  await expect(other.cardNumber).toHaveCount(0)

  await world.gateway.switchSearch('on')
  // The next look would come in a quarter of a minute, or later still where it was missed.
  await world.ageUnknownPayments(120)
  await expect(page.getByRole('heading', { name: paymentTexts.approved })).toBeVisible()
  await expect.poll(() => world.owed(account)).toBe(0)
  expect(await chargesOf(world, account)).toBe(1)
})

test('given a gateway that turns us away, then the payment was not processed and certainly nothing was charged', async ({
  page,
  world,
}) => {
  const account = await world.account('owing')
  const wizard = await payNow(page)
  await wizard.findAccount(account)
  await wizard.confirmAccount()
  await wizard.fillCard(visa)
  await world.gateway.stop()
  await wizard.pay()

  await expect(page.getByRole('heading', { name: paymentTexts.notProcessed })).toBeVisible()
  await expect(page.getByRole('main')).toContainText(paymentTexts.tryLater)
  await expect(page.getByRole('main')).toContainText(paymentTexts.contactUs)
  await world.gateway.startAgain()
  expect(await chargesOf(world, account)).toBe(0)

  await page.getByRole('link', { name: paymentTexts.goBack }).click()
  await wizard.payWhole(account, visa)
  await expect(page.getByRole('heading', { name: paymentTexts.approved })).toBeVisible()
})

test.describe('two tabs', () => {
  test.use({ expectedTrouble: /status of 409/ })

  test('given two tabs paying the same account at once, then one is charged and the other is told to wait or sees the lower balance', async ({
    context,
    page,
    world,
  }) => {
    const account = await world.account('owing')
    const tabs = [await payNow(page), await payNow(await context.newPage())] as const
    for (const tab of tabs) {
      await tab.findAccount(account)
      await tab.confirmAccount()
      await tab.fillCard(visa)
    }
    // However slow a tab is, both have asked before either is begun.
    const goOn = await world.holdUpPayments()
    const asked = tabs.map((tab) => tab.page.waitForRequest((request) => request.url().endsWith(startCheckout.path)))
    await Promise.all(tabs.map((tab) => tab.pay()))
    await Promise.all(asked)
    await goOn()
    const outcome = (tab: PayNow): Locator =>
      tab.page
        .getByRole('heading', { name: paymentTexts.approved })
        .or(tab.page.getByText(checkoutProblems['account-being-paid'].title).first())
        .or(tab.page.getByText(checkoutProblems['balance-changed'].title).first())
    for (const tab of tabs) await expect(outcome(tab)).toBeVisible()
    expect(await chargesOf(world, account)).toBe(1)
  })
})

test('given a payment under way, then leaving is blocked, and a reload shows the truth', async ({ page, world }) => {
  const account = await world.account('owing')
  const wizard = await payNow(page)
  await wizard.findAccount(account)
  await wizard.confirmAccount()
  await wizard.fillCard(visa)
  const goOn = await world.gateway.holdNextPurchase()
  await wizard.pay()
  await expect(page.getByText(paymentTexts.processing)).toBeVisible()

  await page.goBack()
  await expect(page.getByText(paymentTexts.processing)).toBeVisible()
  await expect(page).toHaveURL(/\/paynow/)

  const asked = page.waitForEvent('dialog')
  page.on('dialog', (dialog) => void dialog.accept())
  await page.reload()
  expect((await asked).type()).toBe('beforeunload')
  await goOn()
  await expect(page.getByRole('heading', { name: paymentTexts.approved })).toBeVisible()
  await expect(page.getByRole('main')).toContainText(`$${formatCents(cents(account.owed))}`)
  expect(await chargesOf(world, account)).toBe(1)
})
