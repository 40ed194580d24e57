import type { Page } from '@playwright/test'
import { billViewTexts, linkedBillAddress } from '@portal/contract/bill-view-texts'
import { expect, test } from '../browser/fixtures.ts'
import { signInWithBill } from '../steps/bill-view.ts'
import { signInByCall } from '../steps/sign-in.ts'

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

test.describe('somebody else’s bill', () => {
  test.use({ expectedTrouble: /status of (401|403)/ })

  test('is not shown to a customer, whoever the address says it is for', async ({ page, world, visitor }) => {
    const owner = await signInWithBill(page, world)
    const other = await visitor()
    const customer = await world.customer()
    await signInByCall(other, customer)
    await other.goto(owner.address())
    await expect(message(other)).toContainText(billViewTexts.notAllowed)

    await other.goto(owner.address({ personId: customer.account.person }))
    await expect(message(other)).toContainText(billViewTexts.notYours)
    await expect(other.getByRole('article')).toHaveCount(0)
  })

  test('is not shown for an invented address of an email (R7)', async ({ page, world, visitor }) => {
    const { bill, customer } = await signInWithBill(page, world)
    const stranger = await visitor()
    const made = linkedBillAddress({
      billId: bill.billInfo1.billID,
      personId: customer.account.person,
      madeAt: Date.now(),
      signature: 'A'.repeat(43),
    })
    await stranger.goto(made)
    await expect(message(stranger)).toContainText(billViewTexts.notAllowed)
    await expect(stranger.getByRole('article')).toHaveCount(0)
  })
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
