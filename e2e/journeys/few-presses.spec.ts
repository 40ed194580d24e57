import type { Locator, Page } from '@playwright/test'
import { payNowTexts } from '@portal/contract/pay-now-texts'
import { paymentTexts } from '@portal/contract/payments'
import { expect, test } from '../browser/fixtures.ts'
import { visa } from '../steps/cards.ts'
import { openDashboard } from '../steps/dashboard.ts'
import { expectResult } from '../steps/payment.ts'

test('a stranger pays from the home page in 4 presses and 7 typed fields at most', async ({ page, world }) => {
  const account = await world.account('owing')
  const { press, type, done } = measured(page)
  await page.goto('/')

  await press(page.getByRole('main').getByRole('link', { name: 'Pay Now', exact: true }).first())
  await type(page.getByLabel(/^Account number/), account.number)
  await type(page.getByLabel(/^Billing zip code/), account.zip)
  await press(page.getByRole('button', { name: payNowTexts.continue, exact: true }))
  await press(page.getByRole('button', { name: payNowTexts.continue, exact: true }))
  await typeCard(page, type)
  await press(page.getByRole('button', { name: payNowTexts.pay, exact: true }))
  await expectResult(page, paymentTexts.approved)

  const { presses, typed } = done()
  expect(presses).toBeLessThanOrEqual(4)
  expect(typed).toBeLessThanOrEqual(7)
})

test('a customer with one due account pays it in 2 presses and the card', async ({ page, world }) => {
  await openDashboard(page, await world.customer('onlyDue'))
  const { press, type, done } = measured(page)

  await press(page.getByRole('main').getByRole('button', { name: /^Pay \$/ }))
  await typeCard(page, type)
  await press(page.getByRole('button', { name: payNowTexts.pay, exact: true }))
  await expectResult(page, paymentTexts.approved)

  const { presses, typed } = done()
  expect(presses).toBeLessThanOrEqual(2)
  expect(typed).toBeLessThanOrEqual(4)
})

async function typeCard(page: Page, type: (field: Locator, text: string) => Promise<void>): Promise<void> {
  await type(page.getByLabel(/^Card number/), visa.number)
  await type(page.getByLabel('Expiration date'), visa.expiry)
  await type(page.getByRole('textbox', { name: 'CVV' }), visa.code)
  await type(page.getByLabel('Card holder name'), visa.holder)
}

/** Counts what a person has to do, and writes with the result how long the page had them wait. */
function measured(page: Page) {
  const counted = { presses: 0, typed: 0 }
  const began = performance.now()
  return {
    /** Waits for the button to say this by itself. */
    async press(button: Locator) {
      counted.presses += 1
      await button.click()
    },
    async type(field: Locator, text: string) {
      counted.typed += 1
      await field.fill(text)
    },
    done() {
      const seconds = ((performance.now() - began) / 1000).toFixed(1)
      test.info().annotations.push({ type: 'measured', description: `${seconds} s on ${page.url()}` })
      return counted
    },
  }
}
