import { payNowTexts } from '@portal/contract/pay-now'
import { paymentTexts } from '@portal/contract/payments'
import type { Locator, Page } from '@playwright/test'
import { visa } from '../cards.ts'
import { expect, test } from '../fixtures.ts'
import { payNow } from '../pay-now.ts'

test('a whole payment can be made with the keyboard alone', async ({ page, world }) => {
  const account = await world.account('owing')
  const wizard = await payNow(page)
  const { keyboard } = page

  await tabTo(page, wizard.account)
  await keyboard.type(account.number)
  await tabTo(page, wizard.zip)
  await keyboard.type(account.zip)
  // Enter in a field starts the verification; when it is done, the focus has moved on to Continue.
  await keyboard.press('Enter')
  await tabTo(page, wizard.continueButton)
  await keyboard.press('Enter')

  await expect(page.getByRole('heading', { name: payNowTexts.isThisYou })).toBeFocused()
  await tabTo(page, wizard.continueButton)
  await keyboard.press('Enter')

  await tabTo(page, wizard.cardNumber)
  await keyboard.type(visa.number)
  await tabTo(page, wizard.month)
  await keyboard.type(visa.month)
  await tabTo(page, wizard.year)
  await keyboard.type(visa.year)
  await tabTo(page, wizard.code)
  await keyboard.type(visa.code)
  await tabTo(page, wizard.holder)
  await keyboard.type(visa.holder)
  await keyboard.press('Enter')
  await tabTo(page, wizard.payButton)
  await keyboard.press('Enter')

  await expect(page.getByRole('heading', { name: paymentTexts.approved })).toBeFocused()
  await tabTo(page, page.getByRole('button', { name: paymentTexts.saveAsPdf }))
  await tabTo(page, page.getByRole('link', { name: paymentTexts.goBack }))
  await keyboard.press('Enter')
  await expect(page).toHaveURL(/\/paynow$/)
})

const mostStops = 40

/** Presses Tab until this is focused, as somebody without a mouse does; every stop on the way has a visible focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible()
  for (let stops = 0; stops < mostStops; stops++) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
    const outline = await page.evaluate(() => {
      const element = document.activeElement
      return element && element !== document.body ? getComputedStyle(element).outlineStyle : 'browser'
    })
    expect(outline).not.toBe('none')
  }
  throw new Error(`Not to be reached with Tab: ${String(target)}`)
}
