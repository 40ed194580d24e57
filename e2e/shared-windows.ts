import type { Browser, BrowserContext, Page, ViewportSize } from '@playwright/test'

/** What a window cannot change once it is open. */
export interface Screen {
  viewport: ViewportSize | null
  hasTouch: boolean
}

interface Opened {
  context: BrowserContext
  /** Stays open on a page without a script, so that the process with what other tabs have compiled stays, too. */
  keeper: Page
}

/**
 * The browser windows that the tests of a worker share, one for each kind of screen. Each test opens tabs of its own in
 * one of them: a fifth less work than a new window.
 */
export class SharedWindows {
  readonly #opened = new Map<string, Promise<Opened>>()

  /**
   * The window of that screen as one who has never been here finds it: without tabs, cookies and stored words, online.
   * @throws Error when a test before has moved the clock, which cannot be brought back.
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
    // Of the session storage each tab has its own.
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
