import { boxOf, overlap } from '../boxes.ts'
import { openDashboard } from '../dashboard.ts'
import { expect, test as inUsualBrowser } from '../fixtures.ts'

// A reader who has set a larger font for every page, on a desk; in a browser of the test's own, but the world of its worker.
const test = inUsualBrowser.extend({
  context: async ({ playwright, launchOptions }, use) => {
    const args = [...(launchOptions.args ?? []), '--blink-settings=defaultFontSize=24']
    const browser = await playwright.chromium.launch({ ...launchOptions, args })
    await use(await browser.newContext())
    await browser.close()
  },
})

test('with a default font of 24 pixels the text is that large, and the summary has room for it', async ({
  page,
  world,
}) => {
  const customer = await world.customer('oneOfSeveral')
  const dashboard = await openDashboard(page, customer)
  const row = dashboard.row(customer.account.number)
  const [number, amount] = [row.getByRole('link'), row.getByText(/^-?\$/).first()]
  expect(await number.evaluate((link) => Number.parseFloat(getComputedStyle(link).fontSize))).toBeGreaterThanOrEqual(21)
  expect(overlap(await boxOf(number), await boxOf(amount))).toBe(false)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(1280)
})
