import { expect, test } from '../browser/fixtures.ts'

test('an address typed from paper, with capitals or a slash too many, leads to its page', async ({ page, world }) => {
  for (const path of ['/PAYNOW', '/paynow/', '//paynow', '/PayNow.']) {
    await page.goto(new URL(world.url).origin + path)
    await expect(page).toHaveURL(/[^/]\/paynow$/)
    await expect(page.getByRole('heading', { level: 1 })).not.toContainText(/not found/i)
  }
})
