import type { Locator } from '@playwright/test'
import { payAll } from '@portal/contract/account-summary'
import { displayName } from '@portal/contract/text'
import { boxOf, overlap } from '../browser/boxes.ts'
import { expect, test } from '../browser/fixtures.ts'
import { openDashboard } from '../steps/dashboard.ts'

test.describe('the account summary', () => {
  test('greets the customer and shows every account with what is owed on it', async ({ page, world }) => {
    const customer = await world.customer('oneOfSeveral')
    const accounts = await world.accountsOf(customer)
    const dashboard = await openDashboard(page, customer)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Welcome, ${displayName(customer.account.name)}`)
    await expect(page.getByText(`Accounts: ${accounts.length} / ${accounts.length}`)).toBeVisible()
    for (const account of accounts) await expect(dashboard.row(account)).toContainText('$')

    await dashboard.open(customer.account.number, 'View Bill')
    await expect(page.getByRole('dialog').getByRole('row')).not.toHaveCount(0)
    await page.keyboard.press('Escape')
    await dashboard.open(customer.account.number, 'View Consumption')
    await expect(page.getByRole('dialog').getByRole('img')).toBeVisible()
    await page.keyboard.press('Escape')
    await dashboard.open(customer.account.number, 'Payment History')
    await expect(page.getByRole('dialog')).not.toContainText('Loading')
  })
})

test('the symbol of an account’s type is at the height of its number; on cards of 390 and 320 pixels amount and date stand at the end, and the date is called what it is', async ({
  page,
  world,
}) => {
  const customer = await world.customer('oneOfSeveral')
  const row = (await openDashboard(page, customer)).row(customer.account.number)
  const middleOf = async (part: Locator) => {
    const { y, height } = await boxOf(part)
    return y + height / 2
  }
  const sign = await middleOf(row.getByRole('cell').nth(1).locator('svg'))
  expect(Math.abs(sign - (await middleOf(row.getByRole('link'))))).toBeLessThan(2)

  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 740 })
    const dueDate = await boxOf(row.getByRole('cell', { name: /^Due Date / }))
    const amount = await boxOf(row.getByRole('cell', { name: /^(Amount )?-?\$/ }).first())
    expect(amount.x + amount.width).toBeCloseTo(dueDate.x + dueDate.width, 0)
    expect(overlap(amount, await boxOf(row.getByRole('link')))).toBe(false)
  }
})

test('on a small screen the navigation is behind a menu, which closes when something is chosen', async ({
  page,
  world,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await openDashboard(page, await world.customer())
  const survey = page.getByRole('link', { name: 'Survey' })
  await expect(survey).toBeHidden()
  await page.getByRole('button', { name: 'Menu' }).click()
  expect((await boxOf(survey)).x).toBe((await boxOf(page.getByRole('link', { name: 'Account Summary' }))).x)
  await survey.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Survey' })).toBeFocused()
  await expect(survey).toBeHidden()
  // A view that is shown already does not take the focus, and the pressed link cannot keep it.
  await page.getByRole('button', { name: 'Menu' }).click()
  await survey.click()
  await expect(survey).toBeHidden()
  await expect(page.getByRole('button', { name: 'Menu' })).toBeFocused()
})

test('nobody gets in without signing in, and Log Out ends the session', async ({ page, world }) => {
  await page.goto('/dashboard')
  await expect(page).toHaveURL(/\/$/)
  const customer = await world.customer()
  await openDashboard(page, customer)
  await page.goto(`/dashboard?view=account&account=${customer.account.number}`)
  await expect(page.getByRole('definition').filter({ hasText: customer.account.number })).toBeVisible()
  await page.getByRole('button', { name: 'Log Out' }).click()
  await expect(page).toHaveURL(/\/$/)
  await page.goto('/dashboard?view=bills')
  await expect(page).toHaveURL(/\/$/)
  // Back shows nothing of the customer, and nothing about them is left in the storage.
  await page.goBack()
  await expect(page).toHaveURL(/\/$/)
  await expect(page.getByRole('button', { name: 'Log In' })).toBeVisible()
  expect(await page.content()).not.toContain(customer.account.number)
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain(customer.username)
})

test('in dark mode, a checkbox has the colors of the other controls', async ({ page, world }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await openDashboard(page, await world.customer('oneOfSeveral'))
  const box = page.getByRole('checkbox', { name: payAll })
  const colors = async () =>
    await box.evaluate((element) => {
      const { backgroundColor, borderTopColor } = getComputedStyle(element)
      return [backgroundColor, borderTopColor]
    })
  const token = (name: string) =>
    page.evaluate((of) => getComputedStyle(document.documentElement).getPropertyValue(of), `--${name}`).then(inRgb)
  expect(await colors()).toEqual([await token('surface'), await token('control')])
  await box.click()
  expect(await colors()).toEqual([await token('brand'), await token('brand')])
  await page.emulateMedia({ colorScheme: null })
})

/** `#0a67a8` as browsers report it. */
function inRgb(color: string): string {
  return `rgb(${[1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16)).join(', ')})`
}
