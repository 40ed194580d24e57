import type { Browser, BrowserContext, Page, ViewportSize } from '@playwright/test'

/** What cannot change once a window is open. */
interface Screen {
  viewport: ViewportSize | null
  hasTouch: boolean
}

interface Opened {
  context: BrowserContext
  /** Always open, on a page without a script. It keeps the process alive, and with it the compiled scripts. */
  keeper: Page
}

/** Windows that the tests of a worker share, one for each kind of screen: a tab is a fifth less work than a window. */
export class SharedWindows {
  readonly #opened = new Map<string, Promise<Opened>>()

  /** Empties the window for the next test. @throws Error when an earlier test has moved the clock */
  async begin(browser: Browser, screen: Screen, headers: Record<string, string>): Promise<BrowserContext> {
    const kind = JSON.stringify([screen.viewport, screen.hasTouch])
    const opening = this.#opened.get(kind) ?? open(browser, screen)
    this.#opened.set(kind, opening)
    const { context, keeper } = await opening
    const tabs = context.pages().filter((page) => page !== keeper)
    await Promise.all(tabs.map((tab) => tab.close()))
    await context.clearCookies()
    await context.setOffline(false)
    await context.setExtraHTTPHeaders(headers)
    // Each tab has its own session storage.
    await keeper.evaluate(() => localStorage.clear())
    if (!(await keeper.evaluate(() => String(setTimeout).includes('native code'))))
      throw new Error('A test that moves the clock needs a window of its own: test.use({ hasOwnWindow: true })')
    return context
  }
}

async function open(browser: Browser, screen: Screen): Promise<Opened> {
  const context = await browser.newContext(screen)
  const keeper = await context.newPage()
  await keeper.goto('/healthz')
  return { context, keeper }
}
