import type { Page } from '@playwright/test'
import { billViewTexts } from '@portal/contract/bill-view-texts'
import { faqTexts } from '@portal/contract/page-words'
import { paymentTexts } from '@portal/contract/payments'
import { boxOf } from '../browser/boxes.ts'
import { expect, test } from '../browser/fixtures.ts'
import { type ReadPdf, readPdf } from '../browser/read-pdf.ts'
import { phone } from '../browser/screens.ts'
import { openBill, signInWithBill } from '../steps/bill-view.ts'
import { visa } from '../steps/cards.ts'
import { openDashboard } from '../steps/dashboard.ts'
import { enterPayment } from '../steps/pay-now.ts'
import { expectResult } from '../steps/payment.ts'
import { logIn } from '../steps/sign-in.ts'

test.use({ expectedTrouble: /ERR_INTERNET_DISCONNECTED/ })

test('a view that is opened without a network loads when the network is back; the portal stays', async ({
  page,
  world,
}) => {
  await openDashboard(page, await world.customer())
  await page.context().setOffline(true)
  await page.getByRole('link', { name: 'Survey' }).first().click()
  await expect(page.getByText('You’re offline.', { exact: false })).toBeVisible()
  await expect(page).toHaveURL(/view=survey/)
  await page.context().setOffline(false)
  await expect(page.getByRole('heading', { level: 1, name: 'Survey' })).toBeVisible()
  await expect(page.getByRole('radiogroup', { name: /Question 1 of 10/ })).toBeVisible()
})

test('a page that is opened without a network loads when the network is back; the previous page stays until then', async ({
  page,
}) => {
  const { username } = await logIn(page)
  await username.fill('maria')
  await page.context().setOffline(true)
  await page.getByRole('link', { name: 'Frequently asked questions' }).click()
  await expect(page).toHaveURL(/faq/)
  // The link is at the bottom of a long page, where the banner must be visible too.
  await expect(page.getByText('You’re offline.', { exact: false })).toBeInViewport()
  await expect(username).toHaveValue('maria')
  await page.context().setOffline(false)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(faqTexts.title)
})

test('Forgot Password pressed without a network opens when the network is back, and nothing typed is lost', async ({
  page,
}) => {
  const { username } = await logIn(page)
  await username.fill('maria')
  await page.context().setOffline(true)
  await page.getByRole('button', { name: /Forgot password/i }).click()
  await expect(page.getByText('You’re offline.', { exact: false })).toBeVisible()
  await expect(username).toHaveValue('maria')
  await page.context().setOffline(false)
  await expect(page.getByRole('dialog').getByRole('textbox', { name: 'Username' })).toHaveValue('maria')
})

test('a payer who loses the network before paying keeps what was typed, and pays when it is back', async ({
  page,
  world,
}) => {
  const account = await world.account('owing')
  const wizard = await enterPayment(page, account)
  await wizard.fillCard(visa)
  await page.context().setOffline(true)
  await expect(wizard.payButton).toBeDisabled()
  await page.context().setOffline(false)
  await wizard.pay()
  await expectResult(page, paymentTexts.approved)
})

test('a payer who loses the network after paying can save the receipt, with every letter of the name', async ({
  page,
  world,
}) => {
  const wizard = await enterPayment(page, await world.account('owing'))
  await wizard.fillCard({ ...visa, holder: 'Taʼlosa Nguyễn 李小龍' })
  const made = fileMade(page, 'receipt-worker')
  await wizard.pay()
  const receipt = await wizard.receiptNumber()
  await made
  await page.context().setOffline(true)
  const { text } = await save(page, paymentTexts.saveAsPdf)
  expect(text).toContain(receipt)
  expect(text).toContain('Card holder name Taʼlosa Nguyễn 李小龍')
  await page.context().setOffline(false)
})

test('a bill that is shown can be saved after the network has gone away', async ({ page, world }) => {
  const { bill, address } = await signInWithBill(page, world)
  const made = fileMade(page, 'bill-worker')
  await openBill(page, address())
  await made
  await page.context().setOffline(true)
  expect((await save(page, billViewTexts.download)).text).toContain(bill.billInfo1.billID)
  await page.context().setOffline(false)
})

/** Resolves when the worker with this name has made a file and ended. */
async function fileMade(page: Page, name: string): Promise<void> {
  const worker = await page.waitForEvent('worker', (started) => started.url().includes(name))
  await new Promise((resolve) => worker.once('close', resolve))
}

async function save(page: Page, button: string): Promise<ReadPdf> {
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: button }).click()
  return await readPdf(await downloading)
}

test('on a phone the banner covers nothing that gets the focus (WCAG 2.4.11)', async ({ page }) => {
  await page.setViewportSize(phone)
  const { username } = await logIn(page)
  await page.context().setOffline(true)
  const banner = await boxOf(page.getByText('You’re offline.', { exact: false }).locator('..').locator('..'))
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  await username.focus()
  expect((await boxOf(username)).y).toBeGreaterThan(banner.y + banner.height)
  await page.context().setOffline(false)
})
