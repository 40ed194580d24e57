import type { Page } from '@playwright/test'
import { billViewTexts } from '@portal/contract/bill-view-texts'
import { expect, test } from '../browser/fixtures.ts'
import { signInWithBill } from '../steps/bill-view.ts'

const ok = (page: Page) => page.getByRole('button', { name: 'OK' })
const message = (page: Page) => page.getByRole('alertdialog')

test('a visitor who is not signed in cannot see it; after logging in, the bill is shown', async ({
  page,
  world,
  visitor,
}) => {
  const { address, customer } = await signInWithBill(page, world)
  const stranger = await visitor()
  const link = address()
  await stranger.goto(link)
  await expect(message(stranger)).toContainText(billViewTexts.notAllowed)
  await ok(stranger).click()
  await expect(stranger).toHaveURL('/')
  await stranger.getByRole('textbox', { name: 'Username' }).fill(customer.username)
  await stranger.getByLabel('Password', { exact: true }).fill(customer.password)
  await stranger.getByRole('button', { name: 'Log In', exact: true }).click()
  await expect(stranger.getByRole('heading', { level: 1, name: 'Water bill', exact: true })).toBeVisible()
  await expect(stranger).toHaveURL(link)
})

test.describe('when the server cannot read bills', () => {
  test.use({ expectedTrouble: /status of 50\d/ })

  test('the window of a bill closes by itself', async ({ page, world }) => {
    const { address } = await signInWithBill(page, world)
    await page.goto('/faq')
    const bringBack = await world.takeBillsAway()
    const [tab] = await Promise.all([
      page.context().waitForEvent('page'),
      page.evaluate((to) => void window.open(to), address()),
    ])
    await expect(message(tab)).toContainText(billViewTexts.loadFailed)
    await Promise.all([tab.waitForEvent('close'), ok(tab).click()])
    await bringBack()
  })
})
