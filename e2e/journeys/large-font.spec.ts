import { boxOf, overlap } from '../boxes.ts'
import { openDashboard } from '../dashboard.ts'
import { expect, test } from '../fixtures.ts'
import playwright from '../playwright.config.ts'

const { args = [], ...launchOptions } = playwright.use?.launchOptions ?? {}

// A reader who has set a larger font for every page, on a desk.
test.use({ launchOptions: { ...launchOptions, args: [...args, '--blink-settings=defaultFontSize=24'] } })

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
