import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import type * as Axe from 'axe-core'

declare global {
  var axe: typeof Axe
}

const source = await readFile(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/** WCAG 2.2 at level AA, and what axe itself advises. */
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/**
 * What is wrong with the page once everything in it has arrived, one line for each element. axe is brought into a page
 * once, however often it is looked at: with it goes as much work as with a look.
 */
export async function violations(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(source)
  await page.evaluate(arrival)
  return await page.evaluate(async (tags) => {
    // Of what passes, axe need not describe every element: half of its work.
    const found = await axe.run({ runOnly: tags, resultTypes: ['violations'] })
    return found.violations.flatMap((violation) =>
      violation.nodes.map((node) => `${violation.id}: ${node.target.join(' ')} (${node.failureSummary})`),
    )
  }, rules)
}

/** The page has been laid out in its window, and in its colours, which change at once where motion is reduced. */
async function arrival(): Promise<void> {
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
}
