import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { states } from '../states.ts'

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

test.use({ expectedTrouble: /status of (401|404|429|500|503)|ERR_INTERNET_DISCONNECTED/ })

for (const state of states) {
  test(`${state.name}: no accessibility violation in light and dark, no sideways scrolling at 320 px`, async ({
    page,
    world,
  }) => {
    const leave = await state.reach(page, world)
    try {
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        expect(await violations(page), colorScheme).toEqual([])
      }
      await page.setViewportSize({ width: 320, height: 640 })
      // Polled, because a busy browser lays the narrower page out a moment later.
      await expect.poll(() => widerThanWindow(page)).toBe(0)
    } finally {
      await leave?.()
    }
  })
}

/** By how many pixels the page is wider than what is seen of it. */
async function widerThanWindow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
}

async function violations(page: Page): Promise<string[]> {
  const found = await new AxeBuilder({ page }).withTags(rules).analyze()
  return found.violations.flatMap((violation) =>
    violation.nodes.map((node) => `${violation.id}: ${node.target.join(' ')} (${node.failureSummary})`),
  )
}
