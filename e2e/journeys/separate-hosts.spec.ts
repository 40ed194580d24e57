import type { Page } from '@playwright/test'
import { consoleTabNames } from '@portal/contract/admin-levels'
import { announcementConsoleTexts } from '@portal/contract/announcement-editing'
import { announcementImagePath } from '@portal/contract/announcements-texts'
import type { Call } from '@portal/contract/call'
import { paymentTexts } from '@portal/contract/payments'
import { reportsTexts } from '@portal/contract/reports'
import { allCalls } from '@portal/contract/testing/all-calls'
import { chargesOf, expect, test as inOnePortal } from '../browser/fixtures.ts'
import { announcementsOn } from '../steps/announcements.ts'
import { visa } from '../steps/cards.ts'
import { consoleLogIn } from '../steps/console.ts'
import { dashboardOn } from '../steps/dashboard.ts'
import { payNow } from '../steps/pay-now.ts'
import { expectResult } from '../steps/payment.ts'
import { signIn } from '../steps/sign-in.ts'
import { readBase } from '../world/base.ts'
import { type Hosts, startWorld, type World } from '../world/world.ts'

/** Browsers resolve every name below `localhost` to this machine; this one is the portal's domain. */
const cookieDomain = 'portal.localhost'

const at = (name: string, port: number | undefined): string => `http://${name}.${cookieDomain}:${port}`

/** `www` has the pages, `api` the general calls and the console's, `pay` the others (R28). Three processes. */
const separateHosts: Hosts = {
  servers: 3,
  settingsOf: ([wwwPort, apiPort, payPort], server) => ({
    PUBLIC_URL: at('www', wwwPort),
    GENERAL_URL: at('api', apiPort),
    ADMIN_URL: at('api', apiPort),
    DASHBOARD_URL: at('pay', payPort),
    PAY_NOW_URL: at('pay', payPort),
    WEB_ORIGINS: at('www', wwwPort),
    COOKIE_DOMAIN: cookieDomain,
    SERVES: ['pages', 'general,admin', 'dashboard,pay-now'][server] ?? '',
    WORKER: server === 2 ? 'on' : 'off',
  }),
  url: ([wwwPort]) => at('www', wwwPort),
  // Unlike browsers, other programs do not resolve names below localhost.
  callUrl: ([, apiPort]) => `http://localhost:${apiPort}`,
}

/**
 * A portal with its pages and groups of calls at three hosts (R28). Any trouble with CORS or the policy fails a test.
 */
const test = inOnePortal.extend<object, { world: World }>({
  world: [
    async ({}, use) => {
      const world = await startWorld(readBase(), separateHosts)
      await use(world)
      await world.stop()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  // A header that the test runner adds would need the same permission as one that the page sends.
  extraHTTPHeaders: {},
})

// One worker runs them all: starting this portal is most of the work.
test.describe.configure({ mode: 'default' })

const hostOf = { general: 'api', admin: 'api', dashboard: 'pay', 'pay-now': 'pay' } as const

/** The contract's call for each request of the page, and the first part of the host's name it was sent to. */
function watchCalls(page: Page) {
  const made: { call: Call; host: string }[] = []
  page.on('request', (request) => {
    const { hostname, pathname } = new URL(request.url())
    const call = Object.values<Call>(allCalls).find(
      ({ method, path }) =>
        method === request.method() && new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`).test(pathname),
    )
    if (call) made.push({ call, host: hostname.split('.', 1)[0] ?? '' })
  })
  return {
    /** Every call went to the host of its group, and there were calls of these groups. */
    expectAtTheirHosts(groups: readonly Call['group'][]) {
      expect(made.filter(({ call, host }) => hostOf[call.group] !== host)).toEqual([])
      expect(new Set(made.map(({ call }) => call.group))).toEqual(new Set(groups))
    },
  }
}

test('a visitor pays, and the result can be refreshed', async ({ page, world }) => {
  const account = await world.account('owing')
  const calls = watchCalls(page)
  const wizard = await payNow(page)
  await wizard.payWhole(account, visa)

  await expectResult(page, paymentTexts.approved)
  const receipt = await wizard.receiptNumber()
  expect(chargesOf(world, account)).toBe(1)
  await expect.poll(() => world.owed(account)).toBe(0)
  await page.reload()
  await expect(page.getByText(receipt).first()).toBeVisible()
  calls.expectAtTheirHosts(['pay-now'])
})

test('a customer signs in, pays from the dashboard and logs out everywhere', async ({ page, world, context }) => {
  const customer = await world.customer('oneOfSeveral')
  const calls = watchCalls(page)
  await signIn(page, customer)
  const cookies = await context.cookies()
  expect(cookies.map(({ name, domain, httpOnly, sameSite }) => [name, domain, httpOnly, sameSite])).toContainEqual([
    'portal-customer',
    '.portal.localhost',
    true,
    'Lax',
  ])

  const dashboard = dashboardOn(page)
  const { number } = customer.account
  await dashboard.makePayment(number)
  await dashboard.typeAmount(number, '1.50')
  await expect(await dashboard.checkOut()).toContainText('$1.50')
  await dashboard.fillCard(visa)
  await dashboard.payButton.click()
  await expectResult(page, paymentTexts.approved)

  await page.getByRole('link', { name: paymentTexts.goBack }).click()
  // Calls still under way when the session ends are refused, and the browser writes that on its console.
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Welcome, ')
  await expect(dashboard.row(number)).toBeVisible()
  await page.getByRole('button', { name: 'Log Out' }).click()
  await expect(page.getByRole('button', { name: 'Log In', exact: true })).toBeVisible()
  expect((await context.cookies()).map(({ name }) => name)).not.toContain('portal-customer')
  calls.expectAtTheirHosts(['general', 'dashboard', 'pay-now'])
})

test.describe('in the console', () => {
  // The test runner's own recorder fetches the previewed image, and the security policy refuses that. The page itself
  // does not fetch it.
  test.use({ expectedTrouble: /blob/ })

  test('an image is announced from one host and seen on another, and a report is exported', async ({
    page,
    world,
    visitor,
  }) => {
    const calls = watchCalls(page)
    await (await consoleLogIn(page)).as(await world.administrator(1))
    await page.getByRole('link', { name: consoleTabNames.announcements }).click()
    const tab = await announcementsOn(page)
    await tab.addImageVideo.click()
    await tab.title.fill('Two hosts')
    await tab.editor.fill('Seen from elsewhere')
    await tab.file.setInputFiles({ name: 'hosts.png', mimeType: 'image/png', buffer: await page.screenshot() })
    await tab.save('Add', announcementConsoleTexts.added)

    const other = await visitor()
    const image = other.waitForResponse((reply) => new URL(reply.url()).pathname.startsWith(announcementImagePath))
    await other.goto(world.url)
    const shown = other.getByRole('region', { name: 'News and announcements' }).locator('img').first()
    await expect.poll(() => shown.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBeGreaterThan(0)
    expect(new URL((await image).url()).hostname).toBe('api.portal.localhost')

    await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'showSaveFilePicker'))
    await page.goto('/admin-dashboard?view=reports')
    const downloading = page.waitForEvent('download')
    await page.getByRole('link', { name: reportsTexts.exportCsv }).click()
    expect((await downloading).suggestedFilename()).toMatch(/\.csv$/)
    calls.expectAtTheirHosts(['admin'])
  })
})
