import { expect, test } from '../browser/fixtures.ts'

test.describe('a page that does not exist', () => {
  test.use({ expectedTrouble: /status of 404/ })

  test('includes addresses that nobody can read', async ({ page }) => {
    for (const path of ['/pay/now', '/%E0%A4%A', '/%00', `/${'x'.repeat(10_000)}`]) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toContainText(/not found/i)
    }
  })

  test('says so and offers the way back and help', async ({ page }) => {
    await page.goto('/nothing/here')
    await expect(page.getByRole('heading', { level: 1 })).toContainText(/not found|cannot be found/i)
    await page.getByRole('link', { name: /home/i }).first().click()
    await expect(page).toHaveURL(/\/$/)
  })
})

test('an address typed from paper, with capitals or a slash too many, leads to its page', async ({ page, world }) => {
  for (const path of ['/PAYNOW', '/paynow/', '//paynow', '/PayNow.']) {
    await page.goto(new URL(world.url).origin + path)
    await expect(page).toHaveURL(/[^/]\/paynow$/)
    await expect(page.getByRole('heading', { level: 1 })).not.toContainText(/not found/i)
  }
})
