import type { Locator } from '@playwright/test'
import { startCheckout } from '@portal/contract/checkout'
import { checkoutProblems } from '@portal/contract/checkout-problems'
import { humanCheckTexts } from '@portal/contract/human-check'
import { cents, formatCents } from '@portal/contract/money'
import { payNowMaintenanceMessage } from '@portal/contract/page-words'
import { paymentTexts } from '@portal/contract/payments'
import { chargesOf, expect, test } from '../browser/fixtures.ts'
import { declinedAmount, visa } from '../steps/cards.ts'
import { enterPayment, type PayNow } from '../steps/pay-now.ts'
import { confirmAmount, expectResult, reloadWhilePaying } from '../steps/payment.ts'

test('given a card that is declined, then the page says why, nothing is charged, and paying again works', async ({
  page,
  world,
}) => {
  const account = await world.account('owing')
  const wizard = await enterPayment(page, account)
  await wizard.typeAmount(declinedAmount)
  await wizard.fillCard(visa)
  await wizard.pay()
  await confirmAmount(page)
  await expectResult(page, paymentTexts.notProcessed)
  await expect(page.getByRole('main')).toContainText('because the card has reached its limit')
  await expect(page.getByRole('main')).not.toContainText('W-')
  expect(await world.owed(account)).toBe(account.owed)

  await page.getByRole('link', { name: 'Try again' }).click()
  await expect(wizard.holder).toHaveValue(visa.holder)
  await expect(wizard.cardNumber).toHaveValue('')
  await wizard.typeAmount(formatCents(cents(account.owed)))
  await wizard.fillCard(visa)
  await wizard.pay()
  await expectResult(page, paymentTexts.approved)
  await expect.poll(() => world.owed(account)).toBe(0)
})

test('given a gateway that charges and never answers, then the payment is being confirmed, the account is held, and the truth follows', async ({
  page,
  world,
  visitor,
}) => {
  test.slow()
  const account = await world.account('owing')
  const wizard = await enterPayment(page, account)
  await wizard.fillCard(visa)
  world.gateway.fail({ kind: 'hang', charged: true })
  world.gateway.set({ searchOutage: true })
  await wizard.pay()
  await expectResult(page, paymentTexts.beingConfirmed)
  await expect(page.getByRole('main')).toContainText(paymentTexts.doNotPayAgain)
  await expect(page.getByText(paymentTexts.notProcessed)).toHaveCount(0)

  const other = await enterPayment(await visitor(), account)
  await expect(other.page.getByRole('main')).toContainText(checkoutProblems['account-being-paid'].title)
  await expect(other.cardNumber).toHaveCount(0)

  world.gateway.set({ searchOutage: false })
  // Otherwise the server would ask the gateway again only after a quarter of a minute or more.
  await world.ageUnknownPayments(120)
  await expectResult(page, paymentTexts.approved)
  await expect.poll(() => world.owed(account)).toBe(0)
  expect(chargesOf(world, account)).toBe(1)
})

test('given a gateway that cannot be reached, then the payment was not processed and certainly nothing was charged', async ({
  page,
  world,
}) => {
  const account = await world.account('owing')
  const wizard = await enterPayment(page, account)
  await wizard.fillCard(visa)
  const startGateway = await world.stopGateway()
  await wizard.pay()

  await expectResult(page, paymentTexts.notProcessed)
  await expect(page.getByRole('main')).toContainText(paymentTexts.tryLater)
  await expect(page.getByRole('main')).toContainText(paymentTexts.contactUs)
  await startGateway()
  expect(chargesOf(world, account)).toBe(0)

  await page.getByRole('link', { name: paymentTexts.goBack }).click()
  await wizard.payWhole(account, visa)
  await expectResult(page, paymentTexts.approved)
})

test.describe('a visit that ended', () => {
  test.use({ expectedTrouble: /status of 401/ })

  test('given the page was left open until the visit ended, then the account is found again without typing it', async ({
    page,
    world,
  }) => {
    const account = await world.account('owing')
    const wizard = await enterPayment(page, account)
    await wizard.fillCard(visa)
    await expect(page.getByText(humanCheckTexts.verified, { exact: true })).toBeVisible()
    await page.context().clearCookies()
    await wizard.payButton.click()
    await expect(page.getByRole('alert')).toContainText(checkoutProblems['account-not-open'].title)
    await page.getByRole('button', { name: 'Find your account again' }).click()
    await expect(wizard.account).toHaveValue(account.number)
    await expect(wizard.zip).toHaveValue(account.zip)
  })
})

test.describe('two tabs', () => {
  test.use({ expectedTrouble: /status of 409/ })

  test('given two tabs that pay the same account at once, then one is charged, and the other is told to wait or sees the lower balance', async ({
    context,
    page,
    world,
  }) => {
    const account = await world.account('owing')
    const tabs = [await enterPayment(page, account), await enterPayment(await context.newPage(), account)] as const
    for (const tab of tabs) await tab.fillCard(visa)
    // However slow a tab is, both payments reach the server before either is processed.
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
    expect(chargesOf(world, account)).toBe(1)
  })
})

test('given a payment under way, then leaving is blocked, and a reload shows the truth', async ({ page, world }) => {
  const account = await world.account('owing')
  const wizard = await enterPayment(page, account)
  await wizard.fillCard(visa)
  const goOn = world.holdNextPurchase()
  await wizard.pay()
  await expect(page.getByText(paymentTexts.processing)).toBeVisible()

  await page.goBack()
  await expect(page.getByText(paymentTexts.processing)).toBeVisible()
  await expect(page).toHaveURL(/\/paynow/)
  await reloadWhilePaying(page)
  goOn()
  await expectResult(page, paymentTexts.approved)
  await expect(page.getByRole('main')).toContainText(`$${formatCents(cents(account.owed))}`)
  expect(chargesOf(world, account)).toBe(1)
})

test.describe('given Pay Now is switched off while the card is typed', () => {
  test.use({ expectedTrouble: /503/ })

  test('then a phone shows the beginning of the page that says so', async ({ page, world }) => {
    await page.setViewportSize({ width: 390, height: 740 })
    const wizard = await enterPayment(page, await world.account('owing'))
    await wizard.fillCard(visa)
    await expect(page.getByText(humanCheckTexts.verified, { exact: true })).toBeVisible()
    await world.switchPayNow('off')
    try {
      await wizard.payButton.click()
      await expect(page.getByText(payNowMaintenanceMessage)).toBeVisible()
      await expect(page.getByRole('heading', { level: 1 })).toBeInViewport()
    } finally {
      await world.switchPayNow('on')
    }
  })
})
