import type { Page } from '@playwright/test'
import { consoleTabs } from '@portal/contract/admin-levels'
import { editAccountTexts } from '@portal/contract/edit-account'
import { pagePaths } from '@portal/contract/paths'
import { displayName } from '@portal/contract/text'
import { expect, onDesktopAndPhone, test } from '../browser/fixtures.ts'
import { logInByCall } from '../steps/console.ts'
import { signInByCall } from '../steps/sign-in.ts'

/**
 * What a page may load after it is shown: the script that detects idleness, the letters of names such as Peñaflora, the
 * contents of lists, counts that are not urgent, and what banners say about paperless bills.
 */
const comesLater =
  /^\/(assets\/(idle|public-sans-latin|paperless-news|use-paperless|(sent-)?notifications)[-.]|announcement-images\/|api\/v1\/(exceptions\/count|paperless)$)/
/** Not every level may make the calls of a console view, so they wait until the level is known. */
const callOfView = /^\/api\/v1\/(?!(admin-)?session$)/

/** Browsers request icons and the manifest whenever they like, and so they do the logo, which is one of them. */
const icons = /^\/(logo\.svg|icon-\d+\.png|manifest\.webmanifest)$/

interface Visit {
  /** Files and `GET` calls, in the order in which they were requested. */
  asked: string[]
  /** The files and calls that the HTML named. */
  named: string[]
}

declare global {
  /** The layout shift of the page so far, as browsers measure it. */
  var shifted: number
}

/** A quarter of what counts as good. One line of text that appears late at the top of a phone's page makes 0.03. */
const allowedShift = 0.025

test.beforeEach(async ({ page }) => {
  await page.addInitScript(() => {
    globalThis.shifted = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if ('value' in entry) globalThis.shifted += Number(entry.value)
    }).observe({ type: 'layout-shift', buffered: true })
  })
})

async function visit(page: Page, address: string): Promise<Visit> {
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    // Requests of the previous page do not count.
    if (pathname + search === address) asked.length = 0
    else if (request.method() === 'GET' && !request.isNavigationRequest() && !icons.test(pathname)) asked.push(pathname)
  })
  const reply = await page.goto(address, { waitUntil: 'networkidle' })
  const html = (await reply?.text()) ?? ''
  page.removeAllListeners('request')
  return {
    asked,
    named: [...html.matchAll(/(?:href|src)="([^"]+)"/g)].flatMap(([, name = '']) => (icons.test(name) ? [] : name)),
  }
}

/** Nothing is discovered step by step, nothing is loaded that is not needed, and nothing is loaded twice. */
function expectAllNamed({ asked, named }: Visit, mayFollow = comesLater): void {
  expect(asked.filter((name) => !named.includes(name) && !mayFollow.test(name))).toEqual([])
  expect(named.filter((name) => !asked.includes(name))).toEqual([])
  expect(asked.filter((name, place) => asked.indexOf(name) !== place)).toEqual([])
}

/** Only the browser knows which payment a result page shows. */
const { home, dashboard, adminDashboard, backdoorLogin, paymentResult, ...open } = pagePaths

test("the HTML of every page names everything that a visitor's browser will request", async ({ page }) => {
  for (const path of [home, ...Object.values(open)]) {
    await test.step(path, async () => expectAllNamed(await visit(page, path)))
  }
})

async function expectToStand(page: Page): Promise<void> {
  expect(await page.evaluate(() => globalThis.shifted)).toBeLessThan(allowedShift)
}

onDesktopAndPhone('so is every view', () => {
  test('of the dashboard does not move while the rest loads, and says where it is', async ({ page, world }) => {
    const customer = await world.customer('oneOfSeveral')
    await signInByCall(page, customer)
    for (const [view, title] of [
      ['', `Welcome, ${displayName(customer.account.name)}`],
      ['?view=account', 'Account info'],
      ['?view=edit', editAccountTexts.title],
      ['?view=bills', 'My Bills'],
      ['?view=survey', 'Survey'],
      ['?view=news', 'News'],
      ['?view=help', 'Help & Support'],
    ] as const) {
      await test.step(view, async () => {
        expectAllNamed(await visit(page, dashboard + view))
        await expectToStand(page)
        await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
        if (view) await expect(page).toHaveTitle(new RegExp(`^${title}`))
      })
    }
  })

  test('of the console does not move either', async ({ page, world }) => {
    // With them, the list of users is longer than the window.
    for (let count = 0; count < 8; count += 1) await world.administrator(5)
    await logInByCall(page, world, await world.administrator(1))
    const follows = new RegExp(`${comesLater.source}|${callOfView.source}`)
    for (const view of [...consoleTabs, 'audit-log', 'second-factor']) {
      await test.step(view, async () => {
        expectAllNamed(await visit(page, `${adminDashboard}?view=${view}`), follows)
        await expectToStand(page)
      })
    }
    expectAllNamed(await visit(page, backdoorLogin))
  })
})

test('a person whom a page redirects does not have to load it first', async ({ page, world }) => {
  const begins = async (path: string): Promise<string> => (await (await page.request.get(path)).text()).slice(0, 20_000)
  expect(await begins(dashboard)).not.toContain('/assets/dashboard-page')
  expect(await begins(adminDashboard)).not.toContain('/assets/console-page')
  const { asked } = await visit(page, paymentResult)
  await expect(page).toHaveURL(home)
  expect(asked.filter((name) => name.startsWith('/assets/result-page'))).toEqual([])
  await signInByCall(page, await world.customer())
  expect(await begins(dashboard)).toContain('/assets/dashboard-page')
  expect(await begins(home)).not.toContain('/assets/home-page')
})
