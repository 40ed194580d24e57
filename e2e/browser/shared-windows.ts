import type { Browser, BrowserContext, Page, ViewportSize } from '@playwright/test'

/** The properties of a window that cannot change once it is open. */
interface Screen {
  viewport: ViewportSize | null
  hasTouch: boolean
}

interface Opened {
  context: BrowserContext
  /** Always open, on a page without a script. It keeps the process alive, and with it the compiled scripts. */
  keeper: Page
}

/**
 * The browser windows that the tests of a worker share, one for each kind of screen. A test only opens tabs in one of
 * them, which is a fifth less work than a new window.
 */
export class SharedWindows {
  readonly #opened = new Map<string, Promise<Opened>>()

  /**
   * Empties the window of that screen for the next test: no tabs, no cookies, nothing stored, and online.
   * @throws Error when an earlier test has moved the clock, which cannot be set back.
   */
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
