import { faqTexts } from '@portal/contract/faq-texts'
import { humanCheckTexts } from '@portal/contract/human-check'
import { paymentTexts } from '@portal/contract/payments'
import { boxOf } from '../browser/boxes.ts'
import { expect, test } from '../browser/fixtures.ts'
import { phone } from '../browser/screens.ts'
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
  await expect(page.getByText('You are offline.', { exact: false })).toBeVisible()
  await expect(page).toHaveURL(/view=survey/)
  await page.context().setOffline(false)
  await expect(page.getByRole('heading', { level: 1, name: 'Survey' })).toBeVisible()
  await expect(page.getByLabel(/Question 1 of 10/)).toBeVisible()
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
  await expect(page.getByText('You are offline.', { exact: false })).toBeInViewport()
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
  await expect(page.getByText('You are offline.', { exact: false })).toBeVisible()
  await expect(username).toHaveValue('maria')
  await page.context().setOffline(false)
  await expect(page.getByRole('dialog').getByRole('textbox', { name: 'Username' })).toHaveValue('maria')
})

test('a payer who loses the network while verifying keeps what was typed, verifies again and pays', async ({
  page,
  world,
}) => {
  const account = await world.account('owing')
  const wizard = await enterPayment(page, account)
  await wizard.fillCard(visa)
  await page.context().setOffline(true)
  await page.getByRole('button', { name: humanCheckTexts.verify, exact: true }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await page.context().setOffline(false)
  await wizard.pay()
  await expectResult(page, paymentTexts.approved)
})

test('on a phone the banner covers nothing that gets the focus (WCAG 2.4.11)', async ({ page }) => {
  await page.setViewportSize(phone)
  const { username } = await logIn(page)
  await page.context().setOffline(true)
  const banner = await boxOf(page.getByText('You are offline.', { exact: false }).locator('..').locator('..'))
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  await username.focus()
  expect((await boxOf(username)).y).toBeGreaterThan(banner.y + banner.height)
  await page.context().setOffline(false)
})
