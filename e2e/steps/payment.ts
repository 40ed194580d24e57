import { type Page, expect } from '@playwright/test'

/** Expects this title on the result page, such as `paymentTexts.approved`. */
export async function expectResult(page: Page, title: string): Promise<void> {
  await expect(page.getByRole('heading', { name: title })).toBeVisible()
}

/** Reloads the page during a payment, although the browser asks first whether to leave it (C§4). */
export async function reloadWhilePaying(page: Page): Promise<void> {
  const asked = page.waitForEvent('dialog')
  page.on('dialog', (dialog) => void dialog.accept())
  await page.reload()
  expect((await asked).type()).toBe('beforeunload')
}
