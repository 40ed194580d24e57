import { type BrowserContext, chromium } from 'playwright-core'
import type { Lighthouse, LighthouseOptions } from './install-lighthouse.ts'
import type { Page } from './pages.ts'
import { type Look, type PageReport, pageReport } from './read-report.ts'

/** Free on most machines: the ports of browsers under test begin at 9222. */
const port = 9333
/** How often each page is measured for speed; the median counts. Once is enough for what does not vary. */
const looks = 3
/** How often a look that measured nothing is tried. */
const mostTries = 3

/** Looks at each page with Lighthouse, one after the other, and tells how far it is. */
export async function lookAtPages(
  lighthouse: Lighthouse,
  pages: readonly Page[],
  executablePath: string,
): Promise<PageReport[]> {
  // The certificate is of this run, and nobody vouches for it.
  const args = ['--no-sandbox', '--ignore-certificate-errors', `--remote-debugging-port=${port}`]
  // The one whose storage Lighthouse shares; other contexts of the browser have storages of their own.
  const context = await chromium.launchPersistentContext('', { executablePath, args })
  try {
    const reports: PageReport[] = []
    for (const page of pages) {
      console.log(`  ${page.name}`)
      if (page.cookie !== undefined) await markAdministrator(context, page.address)
      reports.push(await lookAt(lighthouse, page))
    }
    return reports
  } finally {
    await context.close()
  }
}

/** Leaves the storage as the login page does: without the mark the console is closed to its own session (A§4). */
async function markAdministrator(context: BrowserContext, address: string): Promise<void> {
  const tab = await context.newPage()
  await tab.goto(new URL('/healthz', address).href)
  await tab.evaluate(() => localStorage.setItem('isAdminLogin', 'true'))
  await tab.close()
}

async function lookAt(lighthouse: Lighthouse, { name, address, cookie }: Page): Promise<PageReport> {
  const extraHeaders: Record<string, string> = cookie === undefined ? {} : { cookie }
  const options = { port, extraHeaders }
  const everything = ['performance', 'accessibility', 'best-practices']
  const first = await lookOnce(lighthouse, address, { ...options, onlyCategories: everything })
  const again = []
  for (let look = 1; look < looks; look++) {
    again.push(await lookOnce(lighthouse, address, { ...options, onlyCategories: ['performance'] }))
  }
  return pageReport(name, first, again)
}

/** Tries again when the browser painted nothing in the time that Lighthouse gives it, as happens on a busy machine. */
async function lookOnce(lighthouse: Lighthouse, address: string, options: LighthouseOptions): Promise<Look> {
  for (let tries = 1; ; tries++) {
    try {
      return await lighthouse(address, options)
    } catch (error) {
      if (tries === mostTries) throw error
      console.log(`    again: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
}
