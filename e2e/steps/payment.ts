import { type Page, expect } from '@playwright/test'

/** Such as `paymentTexts.approved`. */
export async function expectResult(page: Page, title: string): Promise<void> {
  await expect(page.getByRole('heading', { name: title })).toBeVisible()
}

/** The browser asks first whether to leave the page (C§4). */
export async function reloadWhilePaying(page: Page): Promise<void> {
  const asked = page.waitForEvent('dialog')
  page.on('dialog', (dialog) => void dialog.accept())
  await page.reload()
  expect((await asked).type()).toBe('beforeunload')
}

/** Says that an amount far above what is due is meant. */
export async function confirmAmount(page: Page): Promise<void> {
  await page.getByRole('dialog', { name: 'Is this amount right?' }).getByRole('button', { name: /^Pay / }).click()
}
