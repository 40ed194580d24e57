import { fileURLToPath } from 'node:url'
import type { BenchRow } from '../run/bench-table.ts'
import { findChromium } from '../run/chromium.ts'
import { installLighthouse } from '../web-speed/install-lighthouse.ts'
import { lookAtPages } from '../web-speed/look-at-pages.ts'
import { pagesOf } from '../web-speed/pages.ts'
import type { PageReport } from '../web-speed/read-report.ts'
import { startPortal } from '../web-speed/start-portal.ts'

export const name = 'The pages, by Lighthouse on a slow phone'

const fastEnough = 95
const mostShift = 0.05

const root = fileURLToPath(new URL('../..', import.meta.url))

/**
 * Lighthouse's own slow phone (1.6 Mbit/s, 150 ms, a fourth of the processor, simulated) on every page and every view,
 * signed in where it must be. The ratio is the score for performance ÷ 100.
 */
export async function run(): Promise<BenchRow[]> {
  const lighthouse = await installLighthouse()
  const portal = await startPortal(root)
  try {
    const reports = await lookAtPages(lighthouse, pagesOf(portal), findChromium(root))
    return reports.map(rowOf)
  } finally {
    await portal.stop()
  }
}

function rowOf(report: PageReport): BenchRow {
  const { performance, accessibility, bestPractices, layoutShift } = report
  for (const failure of report.failures) console.log(`${report.name}: ${failure}`)
  const figures = [
    `LCP ${(report.largestPaintMilliseconds / 1000).toFixed(1)} s`,
    `TBT ${report.blockingMilliseconds.toFixed(0)} ms`,
    `CLS ${layoutShift.toFixed(3)}`,
    `${(report.scriptBytes / 1024).toFixed(0)} KB script`,
    `${report.requests} requests`,
  ]
  return {
    name: report.name,
    ours: figures.join(', '),
    yardstick: `accessibility ${accessibility}, best practices ${bestPractices}`,
    ratio: performance / 100,
    target: {
      text: `${fastEnough} of 100; 100 and 100; CLS ${mostShift}`,
      isMet: performance >= fastEnough && accessibility === 100 && bestPractices === 100 && layoutShift <= mostShift,
    },
  }
}
