import { expect, test } from '../fixtures.ts'

test.describe('a page that does not exist', () => {
  test.use({ expectedTrouble: /status of 404/ })

  test('is also one that is written another way: all paths are exact (C§2.1)', async ({ page }) => {
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

test('the result page without a payment leads home', async ({ page }) => {
  await page.goto('/payment-result')
  await expect(page).not.toHaveURL(/payment-result/)
})

test('every page ends with the footer of the specification', async ({ page }) => {
  for (const path of ['/', '/paynow']) {
    await page.goto(path)
    await expect(page.getByRole('contentinfo')).toContainText(/All Rights Reserved © \d{4} \S+/)
  }
})

test('pages come with a strict security policy and no inline code', async ({ page }) => {
  const reply = await page.goto('/paynow')
  const policy = reply?.headers()['content-security-policy'] ?? ''
  expect(policy).toMatch(/default-src '(none|self)'; script-src 'self';/)
  expect(policy).toContain("require-trusted-types-for 'script'")
  expect(policy).not.toContain('unsafe')
})
