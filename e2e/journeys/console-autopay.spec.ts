import type { Page } from '@playwright/test'
import { autopayExceptionsTexts } from '@portal/contract/autopay-exceptions'
import { autopayRunTexts } from '@portal/contract/autopay-run'
import { adminMaintenanceTexts, switchEffects } from '@portal/contract/console-texts'
import { exceptionsTexts } from '@portal/contract/exceptions-texts'
import { payoutsTexts } from '@portal/contract/payouts'
import { callersAutopayTexts } from '@portal/contract/phoned-in'
import { reportColumns } from '@portal/contract/reports'
import { savedMethodTexts } from '@portal/contract/saved-methods'
import { violations } from '../browser/axe.ts'
import { expect } from '../browser/fixtures.ts'
import { pageIsGoodWhenNarrow } from '../browser/good-page.ts'
import { saveMethod, stripeCards, test, typeCard } from '../browser/stripe.ts'
import { openConsole } from '../steps/console.ts'
import { dashboardOn, openDashboard } from '../steps/dashboard.ts'
import { openPhonedIn } from '../steps/phoned-in.ts'
import type { Customer } from '../world/customers.ts'
import type { World } from '../world/world.ts'

test.describe.configure({ mode: 'default' })

/** For everyone, and on the narrowest phone. */
/** Saves a card by the page, and accepts by calls what the page would show. */
async function turnOnAutopay(page: Page, world: World, customer: Customer): Promise<void> {
  await openDashboard(page, customer)
  await dashboardOn(page).view('view=payment-methods')
  await page.getByRole('button', { name: savedMethodTexts.add }).click()
  await typeCard(page, stripeCards.good)
  await page.getByLabel(savedMethodTexts.name).fill('Household')
  await saveMethod(page)
  await expect(page.getByText(savedMethodTexts.added)).toBeVisible()
  const headers = { origin: world.url }
  const { cards } = await (await page.request.get('/api/v1/saved-cards', { headers })).json()
  const terms = { savedCardId: cards[0].id, day: { rule: 'dueDate', number: 0 }, most: null, endsOn: null }
  const data = { accountId: customer.account.number, terms }
  const words = await (await page.request.post('/api/v1/autopay/words', { headers, data })).json()
  const accepted = await page.request.post('/api/v1/autopay', { headers, data: { ...data, words } })
  expect(accepted.ok()).toBe(true)
}

test('a clerk tells a caller what AutoPay will charge, pauses it with a reason and takes that back', async ({
  page,
  world,
}) => {
  test.slow()
  const customer = await world.customer('onlyDue')
  await turnOnAutopay(page, world, customer)
  const tab = await openPhonedIn(page, world)
  // Its bill is planned and noticed in the background.
  await tab.search(customer.account.number)
  await expect(async () => {
    await page.reload()
    await expect(page.getByText(/AutoPay: We’ll charge .*Visa ending in 4242 on /)).toBeVisible({ timeout: 3000 })
  }).toPass()
  const line = page.getByRole('button', { name: /^AutoPay: / })
  await expect(line).toContainText('On')
  await line.click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Visa ending in 4242')
  await pageIsGoodWhenNarrow(page)

  // By keyboard alone.
  await dialog.getByRole('button', { name: callersAutopayTexts.pause }).focus()
  await page.keyboard.press('Enter')
  await dialog.getByLabel(exceptionsTexts.why).focus()
  await page.keyboard.type('Leak, bill disputed')
  await page.keyboard.press('Tab')
  await expect(dialog.getByRole('button', { name: callersAutopayTexts.pause })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog).toContainText(callersAutopayTexts.pausedNow)
  await pageIsGoodWhenNarrow(page)
  const subjects = async () => (await world.mailsTo(customer.account.email ?? '')).map(({ subject }) => subject).join()
  await expect.poll(subjects).toContain('AutoPay is paused')

  await dialog.getByRole('button', { name: callersAutopayTexts.resume }).click()
  await dialog.getByLabel(exceptionsTexts.why).fill('Leak repaired')
  await dialog.getByRole('button', { name: callersAutopayTexts.resume }).click()
  await expect(dialog).toContainText(callersAutopayTexts.resumedNow)
  await expect.poll(subjects).toContain('AutoPay is on again')
})

test('AutoPay is turned off and on, and its pages say so', async ({ page, world }) => {
  test.slow()
  await openConsole(page, world, 1, 'system-maintenance')
  const autoPay = page.getByRole('switch', { name: 'AutoPay' })
  const turn = async (name: string, effect: string) => {
    await autoPay.click()
    await expect(page.getByRole('alertdialog')).toBeVisible()
    await pageIsGoodWhenNarrow(page)
    await page.getByRole('alertdialog').getByRole('button', { name }).click()
    await expect(page.getByRole('alertdialog')).toContainText(effect)
    await page.getByRole('button', { name: 'OK' }).click()
  }
  await turn(adminMaintenanceTexts.stop, switchEffects[3][1])
  await expect(autoPay).not.toBeChecked()
  await pageIsGoodWhenNarrow(page)

  await page.goto('/admin-dashboard?view=reports&part=autopay')
  await expect(page.getByText(autopayRunTexts.stoppedMeans)).toBeVisible()
  await expect(page.getByRole('heading', { name: autopayRunTexts.due })).toBeVisible()
  await pageIsGoodWhenNarrow(page)
  await page.getByRole('link', { name: 'Payouts' }).click()
  await expect(page.getByText(payoutsTexts.lead)).toBeVisible()
  await expect(page.getByText('Loading payouts')).toHaveCount(0)
  await pageIsGoodWhenNarrow(page)
  await page.getByRole('link', { name: /^Exceptions/ }).click()
  await expect(page.getByRole('heading', { name: autopayExceptionsTexts.title, exact: true })).toBeVisible()
  await pageIsGoodWhenNarrow(page)
  await page.goto('/admin-dashboard?view=reports&made_by=AutoPay')
  await expect(page.getByRole('button', { name: 'Made by: AutoPay' })).toBeVisible()
  await expect(page.getByLabel(reportColumns.made_by)).toHaveValue('AutoPay')
  expect(await violations(page)).toEqual([])

  await page.goto('/admin-dashboard?view=system-maintenance')
  await turn(adminMaintenanceTexts.start, switchEffects[3][0])
  await expect(autoPay).toBeChecked()
})
