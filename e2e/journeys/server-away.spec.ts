import { faqTexts } from '@portal/contract/page-words'
import { expect, test } from '../browser/fixtures.ts'
import { logIn } from '../steps/sign-in.ts'

// A window of its own has not loaded anything before; an image may still be on its way when the server stops.
test.use({ hasOwnWindow: true, expectedTrouble: /ERR_CONNECTION_(REFUSED|RESET)|Unable to preload CSS/ })

const told = 'We can’t reach our server.'

test('a view opened while the server restarts loads when it is back, and nothing typed is lost', async ({
  page,
  world,
}) => {
  const { username } = await logIn(page)
  await username.fill('maria')
  const start = await world.stopServer()
  await page.getByRole('button', { name: /Forgot password/i }).click()
  await expect(page.getByText(told, { exact: false })).toBeVisible()
  await expect(username).toHaveValue('maria')
  await start()
  await expect(page.getByRole('dialog').getByRole('textbox', { name: 'Username' })).toHaveValue('maria')
  await expect(page.getByText(told, { exact: false })).toBeHidden()
})

test('so does a page, with its styles, and the previous page stays until then', async ({ page, world }) => {
  const { username } = await logIn(page)
  const start = await world.stopServer()
  await page.getByRole('link', { name: 'Frequently asked questions' }).click()
  await expect(page.getByText(told, { exact: false })).toBeInViewport()
  await expect(username).toBeVisible()
  await start()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(faqTexts.title)
  await expect(page.locator('summary').first()).toHaveCSS('cursor', 'pointer')
})
