import { type BrowserContext, type Page, test as base, expect } from '@playwright/test'
import type { Account } from '../world/accounts.ts'
import { readBase } from '../world/base.ts'
import { startWorld, type World } from '../world/world.ts'
import { phone } from './screens.ts'
import { SharedWindows } from './shared-windows.ts'

interface Options {
  /** Errors on the console that a test expects, such as the browser's own line about a refused request. */
  expectedTrouble: RegExp
  /** For tests that move the clock; all others share a window (SharedWindows). */
  hasOwnWindow: boolean
}

interface Fixtures {
  /** One more visitor, with a browser of their own. */
  visitor(): Promise<Page>
  /** Fails the test on any console error, uncaught error, unhandled rejection or violation of the security policy. */
  noTrouble: void
}

let addresses = 0
const nothing = /(?!)/

export const test = base.extend<Fixtures & Options, { world: World; windows: SharedWindows }>({
  expectedTrouble: [nothing, { option: true }],
  hasOwnWindow: [false, { option: true }],
  windows: [async ({}, use) => use(new SharedWindows()), { scope: 'worker' }],
  context: async ({ browser, windows, hasOwnWindow, viewport, hasTouch, extraHTTPHeaders }, use) => {
    if (!hasOwnWindow) return use(await windows.begin(browser, { viewport, hasTouch }, extraHTTPHeaders ?? {}))
    const context = await browser.newContext()
    await use(context)
    await context.close()
  },
  world: [
    async ({}, use) => {
      const world = await startWorld(readBase())
      await use(world)
      await world.stop()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  baseURL: async ({ world }, use) => use(world.url),
  // The server counts attempts by client address, so each test has an address of its own.
  extraHTTPHeaders: async ({}, use) => {
    addresses += 1
    await use({ 'x-forwarded-for': `10.${process.pid % 250}.${addresses >> 8}.${addresses & 255}` })
  },
  noTrouble: [
    async ({ context, expectedTrouble }, use) => {
      const trouble: string[] = []
      const stopWatching = await watch(context, trouble)
      await use()
      await stopWatching()
      expect(trouble.filter((line) => !expectedTrouble.test(line))).toEqual([])
    },
    { auto: true },
  ],
  visitor: async ({ browser, expectedTrouble }, use) => {
    const contexts: BrowserContext[] = []
    const trouble: string[] = []
    await use(async () => {
      const context = await browser.newContext()
      contexts.push(context)
      await watch(context, trouble)
      return context.newPage()
    })
    await Promise.all(contexts.map((context) => context.close()))
    expect(trouble.filter((line) => !expectedTrouble.test(line))).toEqual([])
  },
})

export { expect } from '@playwright/test'

export function onDesktopAndPhone(title: string, declareTests: () => void): void {
  test.describe(title, declareTests)
  test.describe(`${title}, on a phone`, () => {
    test.use({ viewport: phone, hasTouch: true })
    declareTests()
  })
}

/** Of the account's whole balance, without those that were reversed. */
export function chargesOf(world: World, account: Account): number {
  const purchases = world.gateway.purchases()
  return purchases.filter((purchase) => purchase.amount === account.owed && purchase.state === 'live').length
}

/** Until the returned function is called. */
async function watch(context: BrowserContext, trouble: string[]): Promise<() => Promise<void>> {
  context.on('console', (message) => {
    if (message.type() === 'error') trouble.push(`console: ${message.text()} (${message.location().url})`)
  })
  context.on('weberror', (error) => trouble.push(`uncaught: ${error.error().message}`))
  // Chromium reports violations on the console too, but not those of a report-only or a worker's policy.
  const atBeginning = await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      console.error(`security policy violation: ${event.violatedDirective} ${event.blockedURI}`)
    })
  })
  return async () => {
    context.removeAllListeners('console')
    context.removeAllListeners('weberror')
    await atBeginning.dispose()
  }
}
