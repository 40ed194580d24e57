import type { Locator, Page } from '@playwright/test'
import { reportPartNames } from '@portal/contract/admin-levels'
import { announcementConsoleTexts } from '@portal/contract/announcement-editing'
import { billsTexts } from '@portal/contract/bills'
import { expect, test } from '../browser/fixtures.ts'
import { openAnnouncements } from '../steps/announcements.ts'
import { openConsole } from '../steps/console.ts'
import { openDashboard } from '../steps/dashboard.ts'

// The colors of Windows' contrast themes. They replace those of a page and show borders that are otherwise transparent.
test.beforeEach(async ({ page }) => await page.emulateMedia({ forcedColors: 'active' }))
test.afterEach(async ({ page }) => await page.emulateMedia({ forcedColors: null }))

/** The colors of an element's borders, which show whether it is marked. */
async function borders(locator: Locator): Promise<string> {
  return await locator.evaluate((element) => getComputedStyle(element).borderColor)
}

test('with forced colors, the current link or tab among several is recognizable, and the first card, the chart and its switch keep their shapes', async ({
  page,
  world,
}) => {
  await openDashboard(page, await world.customer('onlyDue'))
  await expectShapes(page)
  // What is counted stands behind the name.
  const link = (name: string) => page.getByRole('navigation').getByRole('link', { name: new RegExp(`^${name}`) })
  expect(await borders(link('Account Summary'))).not.toBe(await borders(link('Survey')))

  await openConsole(page, world, 1, 'reports')
  await expect(link(reportPartNames.exceptions)).toBeVisible()
  expect(await borders(link(reportPartNames.payments))).not.toBe(await borders(link(reportPartNames.exceptions)))
  expect(await borders(link('Reports'))).not.toBe(await borders(link('Users')))

  await openAnnouncements(page, world)
  const tab = (name: string) => page.getByRole('tab', { name })
  const { systemPopUp, imageVideo } = announcementConsoleTexts
  expect(await borders(tab(systemPopUp))).not.toBe(await borders(tab(imageVideo)))
})

/** Of the summary of one account. */
async function expectShapes(page: Page): Promise<void> {
  const main = page.getByRole('main')
  const chart = page.getByRole('img', { name: new RegExp(`^${billsTexts.monthlyWater}`) })
  await expect(chart).toBeVisible()
  const drawn = (locator: Locator) =>
    locator.evaluate((element) => {
      const { borderStyle, borderWidth, outlineStyle, fill } = getComputedStyle(element)
      return { bordered: borderStyle !== 'none' && borderWidth !== '0px', outlined: outlineStyle !== 'none', fill }
    })

  for (const framed of [main.locator('section').first(), main.getByRole('button', { name: /^Pay \$/ })]) {
    expect((await drawn(framed)).bordered).toBe(true)
  }
  const half = (name: string) => page.locator('label').filter({ hasText: name })
  expect((await drawn(half(billsTexts.monthlyWater))).outlined).toBe(true)
  expect((await drawn(half(billsTexts.monthlyAmount))).outlined).toBe(false)
  const bars = await chart.locator('rect').evaluateAll((all) => all.map((bar) => getComputedStyle(bar).fill))
  // The month that is read from, and the others.
  expect(new Set(bars).size).toBeGreaterThan(1)
}
