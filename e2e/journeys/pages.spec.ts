import { expect, test } from '../browser/fixtures.ts'

test.describe('a page that does not exist', () => {
  test.use({ expectedTrouble: /status of 404/ })

  test('includes paths in other spellings: all paths are exact (C§2.1)', async ({ page }) => {
    for (const path of ['/PAYNOW', '/Faq', '/paynow/']) {
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
