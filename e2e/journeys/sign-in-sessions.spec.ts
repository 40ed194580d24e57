import type { Locator, Page } from '@playwright/test'
import { logout } from '@portal/contract/sign-in'
import { idleTimes, signInTexts } from '@portal/contract/sign-in-texts'
import { displayName } from '@portal/contract/text'
import { expect, test } from '../browser/fixtures.ts'
import { logInFormOn } from '../steps/log-in-form.ts'
import { openSignedIn, signIn } from '../steps/sign-in.ts'
import type { World } from '../world/world.ts'

const seconds = 1000

test.use({ hasOwnWindow: true })

function prompt(page: Page): Locator {
  return page.getByRole('alertdialog', { name: signInTexts.stillThere })
}

/** A new customer's dashboard, with a clock that the test moves. */
async function openDashboard(page: Page, world: World, address?: string): Promise<void> {
  await page.clock.install()
  await openSignedIn(page, await world.customer(), address)
  await expect(page.getByRole('button', { name: 'Log Out' })).toBeAttached()
  // The script that detects idleness is loaded after the page.
  await expect.poll(() => page.evaluate(() => localStorage.getItem('lastActivity'))).not.toBeNull()
}

test('a customer who does not answer for a minute is logged out, here and on the server', async ({ page, world }) => {
  await openDashboard(page, world, '/dashboard?session=true')
  await page.clock.runFor((idleTimes.shortPromptSeconds + 2) * seconds)
  await expect(prompt(page)).toBeVisible()
  // The server's clock moves on as this page's clock does.
  await world.ageSessions(idleTimes.shortPromptSeconds + idleTimes.countdownSeconds)
  const ended = page.waitForResponse((reply) => reply.url().endsWith(logout.path))
  await page.clock.runFor((idleTimes.countdownSeconds + 1) * seconds)
  expect((await ended).status()).toBe(200)
  await expect(page.getByText(signInTexts.forcedLogout)).toBeVisible()
  await expect(page).toHaveURL(/\/$/)
  expect(await page.evaluate(() => localStorage.getItem('personId'))).toBeNull()
  await page.goto('/dashboard')
  await expect(page).toHaveURL(/\/$/)
})

test.describe('given a session that is over on the server', () => {
  test.use({ expectedTrouble: /status of 401/ })

  test('a customer who returns after fifteen minutes is logged out, whatever they touch first', async ({
    page,
    world,
  }) => {
    await openDashboard(page, world)
    // As if the computer had slept: the clock has moved on, but no timer has run.
    await world.ageSessions(idleTimes.logoutSeconds + 60)
    await page.clock.setSystemTime(Date.now() + (idleTimes.logoutSeconds + 60) * seconds)
    await page.mouse.move(200, 300)
    await page.clock.runFor((idleTimes.checkSeconds + 1) * seconds)
    await expect(page.getByText(signInTexts.forcedLogout)).toBeVisible()
  })

  test('two tabs share their activity, and logging out in one signs the other out', async ({
    page,
    context,
    world,
  }) => {
    // Through the login page, which stores the hint by which other tabs notice a log-out.
    await signIn(page, await world.customer())
    await page.clock.install()
    await page.goto('/dashboard?session=true')
    await expect(page.getByRole('button', { name: 'Log Out' })).toBeAttached()
    const other = await context.newPage()
    await other.goto('/dashboard')
    await expect(other.getByRole('button', { name: 'Log Out' })).toBeAttached()

    await page.clock.runFor((idleTimes.shortPromptSeconds + 2) * seconds)
    await expect(prompt(page)).toBeVisible()
    // Ahead of the first tab's clock, as later activity is.
    await other.evaluate(() => localStorage.setItem('lastActivity', String(Date.now() + 60_000)))
    await page.clock.runFor(2 * seconds)
    await expect(prompt(page)).toHaveCount(0)

    await other.getByRole('button', { name: 'Log Out' }).click()
    await expect(other).toHaveURL(/\/$/)
    await expect(page).toHaveURL(/\/$/)
    await expect(page.getByRole('button', { name: 'Log In', exact: true })).toBeVisible()
  })
})

test('when somebody else logs in in another tab, this one shows their data, and nothing of the person before', async ({
  page,
  context,
  world,
}) => {
  const [first, second] = [await world.customer(), await world.customer()]
  // Opened while nobody is logged in: later, the login page would lead to the dashboard.
  const other = await context.newPage()
  await other.goto('/')
  await signIn(page, first)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(displayName(first.account.name))
  // The script that watches the other tabs is loaded after the page.
  await expect.poll(() => page.evaluate(() => localStorage.getItem('lastActivity'))).not.toBeNull()

  await logInFormOn(other, 'Log In').as(second)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(displayName(second.account.name))
  await expect(page.getByText(first.account.number)).toHaveCount(0)
})
