import { type Locator, type Page, expect } from '@playwright/test'
import { reportsTexts } from '@portal/contract/reports'

/** The list of payments in the console, as an administrator uses it. */
export interface Reports {
  table: Locator
  /** The row of a receipt. */
  row(receipt: string): Locator
  field(label: string): Locator
  searchButton: Locator
  /** Opens the chip of a field, unless it is open. */
  show(label: string): Promise<Locator>
  /** Fills these fields and searches. */
  search(typed: Readonly<Record<string, string>>): Promise<void>
  /** Opens Details or the transaction log of a receipt. */
  open(what: 'details' | 'showLog', receipt: string): Promise<Locator>
}

/** The Reports tab that is open in the page. */
export function reports(page: Page): Reports {
  const table = page.getByRole('table', { name: reportsTexts.title })
  const row = (receipt: string) => table.getByRole('row').filter({ hasText: receipt })
  const form = page.getByRole('search', { name: 'Search payments' })
  const field = (label: string) => form.getByLabel(label, { exact: true })
  const searchButton = form.getByRole('button', { name: reportsTexts.search, exact: true })
  const show = async (label: string) => {
    const id = await form
      .locator('[id^=report-filter]', { has: page.getByLabel(label, { exact: true }) })
      .getAttribute('id')
    const chip = form.locator(`[aria-controls="${id}"]`)
    if ((await chip.getAttribute('aria-expanded')) === 'false') await chip.click()
    return field(label)
  }
  return {
    table,
    row,
    field,
    searchButton,
    show,
    async search(typed) {
      for (const [label, text] of Object.entries(typed)) await (await show(label)).fill(text)
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
