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

/** What another size or color can break in a page that is good: colors, sizes, and what is hidden or shown. */
const rulesOfLook = [
  'color-contrast',
  'link-in-text-block',
  'target-size',
  'scrollable-region-focusable',
  'aria-hidden-focus',
  'button-name',
  'link-name',
  'label',
  'select-name',
  'heading-order',
  'page-has-heading-one',
  'landmark-one-main',
  'landmark-unique',
  'region',
  'skip-link',
]

/** In a page that has just been found good at another size or in other colors. */
export async function violationsOfLook(page: Page): Promise<string[]> {
  return await violations(page, rulesOfLook)
}

/** One line for each element. The library is loaded only once: loading takes as long as checking. */
export async function violations(page: Page, tested: readonly string[] = rules): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(source)
  await page.evaluate(arrivalAtTheEnd)
  return await page.evaluate(
    async (values) => {
      // Describing every element that passes would double its work.
      const found = await axe.run({ runOnly: values, resultTypes: ['violations'] })
      return found.violations.flatMap((violation) =>
        violation.nodes.map((node) => `${violation.id}: ${node.target.join(' ')} (${node.failureSummary})`),
      )
    },
    [...tested],
  )
}

/** Only at the end does a bar at the lower edge cover nothing; elsewhere axe may see targets that are too small. */
async function arrivalAtTheEnd(): Promise<void> {
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  scrollTo(0, document.documentElement.scrollHeight)
  await new Promise((resolve) => requestAnimationFrame(resolve))
}
