import { type Locator, type Page, expect } from '@playwright/test'
import { reportsTexts } from '@portal/contract/reports'

export interface Reports {
  table: Locator
  row(receipt: string): Locator
  field(label: string): Locator
  searchButton: Locator
  search(typed: Readonly<Record<string, string>>): Promise<void>
  /** Details or the transaction log of a receipt. */
  open(what: 'details' | 'showLog', receipt: string): Promise<Locator>
}

export function reports(page: Page): Reports {
  const table = page.getByRole('table', { name: reportsTexts.title })
  const row = (receipt: string) => table.getByRole('row').filter({ hasText: receipt })
  const form = page.getByRole('search', { name: 'Search payments' })
  const field = (label: string) => form.getByLabel(label, { exact: true })
  const searchButton = form.getByRole('button', { name: reportsTexts.search, exact: true })
  return {
    table,
    row,
    field,
    searchButton,
    async search(typed) {
      for (const [label, text] of Object.entries(typed)) await field(label).fill(text)
      await searchButton.click()
    },
    async open(what, receipt) {
      await row(receipt)
        .getByRole('button', { name: `${reportsTexts[what]} for ${receipt}` })
        .click()
      const dialog = page.getByRole('dialog')
      await expect(dialog).toBeVisible()
      return dialog
    },
  }
}
