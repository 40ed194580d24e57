import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import type * as Axe from 'axe-core'

declare global {
  var axe: typeof Axe
}

const source = await readFile(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/** WCAG 2.2 at level AA, and axe's own best practices. */
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/**
 * The accessibility problems of the page, one line for each element. The library is loaded into a page only once,
 * because loading it takes as long as checking the page.
 */
export async function violations(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(source)
  await page.evaluate(arrivalAtTheEnd)
  return await page.evaluate(async (tags) => {
    // Describing every element that passes would double its work.
    const found = await axe.run({ runOnly: tags, resultTypes: ['violations'] })
    return found.violations.flatMap((violation) =>
      violation.nodes.map((node) => `${violation.id}: ${node.target.join(' ')} (${node.failureSummary})`),
    )
  }, rules)
}

/**
 * Scrolls to the end of the page, and waits until it has been laid out for its window and color scheme. Colors change
 * at once, because motion is reduced.
 *
 * Only at the end does a bar that sticks to the lower edge of the window cover nothing. Elsewhere it may leave a few
 * pixels of a control visible, which axe takes for a target that is too small, and where a page happens to be scrolled
 * to is chance.
 */
async function arrivalAtTheEnd(): Promise<void> {
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  scrollTo(0, document.documentElement.scrollHeight)
  await new Promise((resolve) => requestAnimationFrame(resolve))
}
