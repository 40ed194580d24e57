import type { Page } from '@playwright/test'
import { logInByCall } from '../console.ts'
import { expect, onDeskAndPhone, test } from '../fixtures.ts'
import { signInByCall } from '../sign-in.ts'

declare global {
  var shifted: number
}

/** A quarter of what counts as good; a line that comes late above all others moves a phone by 0.03. */
const allowed = 0.025

test.beforeEach(async ({ page }) => {
  await page.addInitScript(() => {
    globalThis.shifted = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if ('value' in entry) globalThis.shifted += Number(entry.value)
    }).observe({ type: 'layout-shift', buffered: true })
  })
})

async function expectToStand(page: Page, address: string): Promise<void> {
  await test.step(address, async () => {
    await page.goto(address, { waitUntil: 'networkidle' })
    expect(await page.evaluate(() => globalThis.shifted)).toBeLessThan(allowed)
  })
}

onDeskAndPhone('nothing moves under the reader', () => {
  test('what a customer sees stands still while the rest comes', async ({ page, world }) => {
    await signInByCall(page, await world.customer('oneOfSeveral'))
    for (const view of ['', '?view=account', '?view=edit', '?view=bills', '?view=survey', '?view=news', '?view=help']) {
      await expectToStand(page, `/dashboard${view}`)
    }
  })

  test('what an administrator sees does, too', async ({ page, world }) => {
    await logInByCall(page, world, await world.administrator(1))
    for (const view of ['users', 'system-maintenance', 'announcements', 'reports', 'phoned-in', 'password-reset']) {
      await expectToStand(page, `/admin-dashboard?view=${view}`)
    }
  })
})
