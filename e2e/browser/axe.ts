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

/** One line for each element. The library is loaded only once: loading takes as long as checking. */
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

/** Only at the end does a bar at the lower edge cover nothing; elsewhere axe may see targets that are too small. */
async function arrivalAtTheEnd(): Promise<void> {
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  scrollTo(0, document.documentElement.scrollHeight)
  await new Promise((resolve) => requestAnimationFrame(resolve))
}
