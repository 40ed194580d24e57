import type { Page } from '@playwright/test'
import { consoleTabNames } from '@portal/contract/admin-levels'
import { countExceptions } from '@portal/contract/exception-count'
import { expect, test } from '../browser/fixtures.ts'
import { narrow } from '../browser/screens.ts'
import { openConsole } from '../steps/console.ts'
import { openDashboard } from '../steps/dashboard.ts'
import { payNow } from '../steps/pay-now.ts'
import { payByCall } from '../world/payments.ts'

// The distances that somebody may set for all text (WCAG 1.4.12).
const spacing = `
  * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
  p { margin-block-end: 2em !important }
`

// Some browsers take the width of a scroll bar from the page.
const width = narrow.width - 16

test.use({ viewport: { width, height: narrow.height } })

test('on the narrowest phone, no page of a customer is too wide for widely spaced text', async ({ page, world }) => {
  await payNow(page)
  expect(await widthWhenSpaced(page)).toBe(width)
  const customer = await world.customer('oneOfSeveral')
  const dashboard = await openDashboard(page, customer)
  for (const view of ['summary', 'account', 'bills', 'edit', 'survey', 'news', 'help']) {
    await dashboard.view(`view=${view}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(await widthWhenSpaced(page), view).toBe(width)
  }
})

test('on the narrowest phone, no view of the console is too wide for widely spaced text', async ({ page, world }) => {
  await payByCall(world, [await world.account('owing')])
  const waiting = { payments: 12, discrepancies: 1, autoPay: 2, approvals: 1, firstApproval: null, isMore: false }
  await page.route(`**${countExceptions.path}`, async (route) => await route.fulfill({ json: waiting }))
  await openConsole(page, world, 1)
  for (const view of [...Object.keys(consoleTabNames), 'reports&part=exceptions', 'audit-log', 'own-sessions']) {
    await page.goto(`/admin-dashboard?view=${view}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(await widthWhenSpaced(page), view).toBe(width)
  }
})

/** The width of what can be scrolled, once everything has come. The content security policy forbids style elements, but no constructed sheets. */
async function widthWhenSpaced(page: Page): Promise<number> {
  await page.waitForLoadState('networkidle')
  return await page.evaluate((css) => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(css)
    document.adoptedStyleSheets = [sheet]
    return document.documentElement.scrollWidth
  }, spacing)
}
