import { payNowMaintenanceMessage } from '@portal/contract/page-words'
import { boxOf, overlap } from '../browser/boxes.ts'
import { expect, test as inUsualBrowser } from '../browser/fixtures.ts'
import { phone } from '../browser/screens.ts'
import { openDashboard } from '../steps/dashboard.ts'
import { payNow } from '../steps/pay-now.ts'
import { openPhonedIn } from '../steps/phoned-in.ts'

/** A visitor whose browser has a larger default font. The test needs its own browser for that. */
const withDefaultFont = (pixels: number) =>
  inUsualBrowser.extend({
    context: async ({ playwright, launchOptions }, use) => {
      const args = [...(launchOptions.args ?? []), `--blink-settings=defaultFontSize=${pixels}`]
      const browser = await playwright.chromium.launch({ ...launchOptions, args })
      await use(await browser.newContext())
      await browser.close()
    },
  })

withDefaultFont(24)(
  'with a default font of 24 pixels the text is that large, and the summary has room for it',
  async ({ page, world }) => {
    const customer = await world.customer('oneOfSeveral')
    const dashboard = await openDashboard(page, customer)
    const row = dashboard.row(customer.account.number)
    const [number, amount] = [row.getByRole('link'), row.getByText(/^-?\$/).first()]
    expect(await number.evaluate((link) => Number.parseFloat(getComputedStyle(link).fontSize))).toBeGreaterThanOrEqual(
      21,
    )
    expect(overlap(await boxOf(number), await boxOf(amount))).toBe(false)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(1280)
  },
)

withDefaultFont(32)(
  'with a default font of 32 pixels on a phone nothing has to be scrolled sideways',
  async ({ page, world }) => {
    await page.setViewportSize(phone)
    const width = () => page.evaluate(() => document.documentElement.scrollWidth)
    await payNow(page)
    expect(await width()).toBe(phone.width)

    const customer = await world.customer('oneOfSeveral')
    const dashboard = await openDashboard(page, customer)
    expect(await width()).toBe(phone.width)
    await dashboard.makePayment(customer.account.number)
    await dashboard.typeAmount(customer.account.number, '1,234.56')
    const field = dashboard.amount(customer.account.number)
    expect(await field.evaluate((input) => input.scrollWidth - input.clientWidth)).toBeLessThanOrEqual(0)
    const review = await dashboard.checkOut()
    expect(await review.evaluate((dialog) => dialog.scrollWidth - dialog.clientWidth)).toBe(0)
    await page.keyboard.press('Escape')
    await page.goto('/dashboard?view=bills')
    await expect(page.getByRole('link', { name: /^View Bill/ }).first()).toBeVisible()
    expect(await width()).toBe(phone.width)
    const [account, cashOnly] = [await world.account('owing'), await world.account('cashOnly')]
    const tab = await openPhonedIn(page, world)
    await expect(page.getByRole('button', { name: /^Menu/ })).toBeVisible()
    await tab.search(account.number, cashOnly.number)
    await expect(tab.summary).toBeVisible()
    expect(await width()).toBe(phone.width)
    await tab.tick(account.number)
    await tab.addToCartButton.click()
    await expect(tab.cart).toBeVisible()
    expect(await width()).toBe(phone.width)
    // A signed-in customer's Pay Now is the dashboard. A call still on its way would be refused without its cookie.
    await page.goto('about:blank')
    await page.context().clearCookies()
    await world.switchPayNow('off')
    try {
      await page.goto('/paynow')
      await expect(page.getByText(payNowMaintenanceMessage).first()).toBeVisible()
      expect(await width()).toBe(phone.width)
    } finally {
      await world.switchPayNow('on')
    }
  },
)
