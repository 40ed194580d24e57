import { pagePaths } from '@portal/contract/paths'
import { consoleTabs } from '@portal/contract/admin-levels'
import type { Page } from '@playwright/test'
import { logInByCall } from '../console.ts'
import { expect, test } from '../fixtures.ts'
import { signInByCall } from '../sign-in.ts'

/** What comes when the page stands: the watch over idleness, what lists tell of, and counts that are never urgent. */
const comesLater = /^\/(assets\/idle-|announcement-images\/|api\/v1\/money-desk\/count$)/
/** In the console not every level may make the call of a view, so it waits until it is known who asks. */
const callOfView = /^\/api\/v1\/(?!(admin-)?session$)/

/** Browsers ask for it when they please. */
const icon = '/favicon.svg'

interface Visit {
  /** Files and `GET` calls, in the order they were asked for. */
  asked: string[]
  /** What the HTML named. */
  named: string[]
}

async function visit(page: Page, address: string): Promise<Visit> {
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    // What the page before asks for until it is left does not count.
    if (pathname + search === address) asked.length = 0
    else if (request.method() === 'GET' && !request.isNavigationRequest() && pathname !== icon) asked.push(pathname)
  })
  const reply = await page.goto(address, { waitUntil: 'networkidle' })
  const html = (await reply?.text()) ?? ''
  page.removeAllListeners('request')
  return {
    asked,
    named: [...html.matchAll(/(?:href|src)="([^"]+)"/g)].flatMap(([, name = '']) => (name === icon ? [] : name)),
  }
}

/** Nothing is found out step by step, nothing is loaded that is not needed, nothing is loaded twice. */
function expectAllNamed({ asked, named }: Visit, mayFollow = comesLater): void {
  expect(asked.filter((name) => !named.includes(name) && !mayFollow.test(name))).toEqual([])
  expect(named.filter((name) => !asked.includes(name))).toEqual([])
  expect(asked.filter((name, place) => asked.indexOf(name) !== place)).toEqual([])
}

/** What a payment's result shows is known to the browser alone. */
const { home, dashboard, adminDashboard, backdoorLogin, paymentResult: _, ...open } = pagePaths

test("every page tells a visitor's browser by itself of everything it will ask for", async ({ page }) => {
  for (const path of [home, ...Object.values(open)]) {
    await test.step(path, async () => expectAllNamed(await visit(page, path)))
  }
})

test('so is every view of the dashboard', async ({ page, world }) => {
  await signInByCall(page, await world.customer())
  for (const view of ['', '?view=account', '?view=edit', '?view=bills', '?view=survey', '?view=news', '?view=help']) {
    await test.step(view, async () => expectAllNamed(await visit(page, dashboard + view)))
  }
})

test('so is every view of the console', async ({ page, world }) => {
  await logInByCall(page, world, await world.administrator(1))
  const follows = new RegExp(`${comesLater.source}|${callOfView.source}`)
  for (const view of [...consoleTabs, 'audit-log', 'second-factor']) {
    await test.step(view, async () => expectAllNamed(await visit(page, `${adminDashboard}?view=${view}`), follows))
  }
  expectAllNamed(await visit(page, backdoorLogin))
})

test('whoever a page sends elsewhere is not made to load it first', async ({ page, world }) => {
  const begins = async (path: string): Promise<string> => (await (await page.request.get(path)).text()).slice(0, 20_000)
  expect(await begins(dashboard)).not.toContain('/assets/dashboard-page')
  expect(await begins(adminDashboard)).not.toContain('/assets/console-page')
  await signInByCall(page, await world.customer())
  expect(await begins(dashboard)).toContain('/assets/dashboard-page')
  expect(await begins(home)).not.toContain('/assets/home-page')
})
