import type { Browser, BrowserContext, Page } from '@playwright/test'

interface Opened {
  context: BrowserContext
  /** Stays open on a page without a script, so that the process with what other tabs have compiled stays, too. */
  keeper: Page
}

/** One browser window for the tests of a worker, each of which opens tabs of its own: a fifth less work than a new one. */
export class SharedWindow {
  #opened: Promise<Opened> | undefined

  /**
   * The window as one who has never been here finds it: without tabs, cookies and stored words, online.
   * @throws Error when a test before has moved the clock, which cannot be brought back.
   */
  async begin(browser: Browser, headers: Record<string, string>): Promise<BrowserContext> {
    this.#opened ??= open(browser)
    const { context, keeper } = await this.#opened
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

async function open(browser: Browser): Promise<Opened> {
  const context = await browser.newContext()
  const keeper = await context.newPage()
  await keeper.goto('/livez')
  return { context, keeper }
}
