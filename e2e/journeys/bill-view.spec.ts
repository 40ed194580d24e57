import type { Locator, Page } from '@playwright/test'
import { billViewTexts } from '@portal/contract/bill-view-texts'
import { formatDate } from '@portal/contract/dates'
import { type Cents, cents, formatCents, parseDecimalCents, sumCents } from '@portal/contract/money'
import { expect, test } from '../browser/fixtures.ts'
import { readPdf } from '../browser/read-pdf.ts'
import { openBill, signInWithBill } from '../steps/bill-view.ts'

/** `-$1,234.50` in cents. */
function read(shown: string): Cents {
  const amount = parseDecimalCents(shown.replaceAll(/[$,]/g, ''))
  if (amount === null) throw new Error(`${shown} is no amount`)
  return amount
}

async function amounts(cells: Locator): Promise<Cents[]> {
  return (await cells.allInnerTexts()).map(read)
}

async function valueOf(page: Page, term: string): Promise<string> {
  return await page.getByRole('article').locator('dt', { hasText: term }).first().locator('+ dd').innerText()
}

test.describe('the bill of an address', () => {
  test('a customer opens a bill from its address: every figure adds up, and the way back leads to My Bills', async ({
    page,
    world,
  }) => {
    const { bill, address, customer } = await signInWithBill(page, world)
    await openBill(page, address())
    expect(await valueOf(page, 'Account number')).toBe(customer.account.number)
    expect(await valueOf(page, 'Due date')).toBe(formatDate(bill.billInfo1.dueDate))

    const summary = ['Previous balance', 'Payments', 'Adjustments', 'Corrections', 'Current charges']
    const shown = await Promise.all(summary.map(async (term) => read(await valueOf(page, term))))
    expect(sumCents(shown)).toBe(read(await valueOf(page, 'Total due')))

    const segments = page
      .getByRole('article')
      .locator('section', { has: page.getByRole('row', { name: /^Total charges/ }) })
    const tables = await segments.getByRole('table').filter({ hasText: 'Total charges' }).all()
    expect(tables).not.toHaveLength(0)
    for (const table of tables) {
      const lines = await amounts(table.locator('tbody td'))
      expect(sumCents(lines)).toBe(read(await table.locator('tfoot td').innerText()))
    }
    await expect(page.getByRole('link', { name: billViewTexts.back })).toHaveAttribute(
      'href',
      `/dashboard?view=bills&account=${customer.account.number}`,
    )
  })
})

test('a bill can be saved, read by keyboard and printed', async ({ page, world }) => {
  const { bill, address } = await signInWithBill(page, world)
  await openBill(page, address())

  await test.step('the PDF file says what the page says, is tagged, and named with a time (C§2.7, C§9)', async () => {
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: billViewTexts.download }).click()
    const pdf = await readPdf(await downloading)
    await expect(page.getByText('Saved to your downloads.')).toBeVisible()

    expect(pdf.fileName).toMatch(/^GWA-Bill-\d{4}-\d\d-\d\d-\d{6}\.pdf$/)
    expect([pdf.width, pdf.height]).toEqual([216, 279])
    for (const role of ['H1', 'H2', 'H3', 'L', 'Table', 'TH', 'TD', 'Figure']) expect(pdf.roles).toContain(role)

    const paper = page.getByRole('article')
    const words = await paper
      .locator('address span, dt, dd, td:visible, tbody th:visible, tfoot th, li')
      .allInnerTexts()
    // Compared without spaces, because letters that are set closer together, as in `7,`, are read as separate words, and
    // without the colon that parts a charge from its detail on paper.
    const text = pdf.text.replaceAll(/[\s:]+/g, '')
    expect(words.length).toBeGreaterThan(30)
    for (const word of words) expect(text).toContain(word.replaceAll(/[\s:]+/g, ''))
    const readings = bill.billInfo3.map(({ measuredQuantity }) => measuredQuantity)
    for (const shown of [Math.max(...readings), readings.at(-1)]) expect(text).toContain(shown?.toLocaleString('en-US'))
    expect(text).toContain(`$${formatCents(cents(Math.abs(read(bill.billInfo1.endingBalance))))}`)
  })

  await test.step('the usage history can be read as a table by keyboard', async () => {
    await page.getByText('Show as a table').focus()
    await page.keyboard.press('Enter')
    const table = page.getByRole('table', { name: 'Usage history' })
    await expect(table.getByRole('row')).toHaveCount(bill.billInfo3.length + 1)
    for (const period of bill.billInfo3) {
      await expect(table.getByRole('row', { name: formatDate(period.endReadDate) })).toContainText(
        period.measuredQuantity.toLocaleString('en-US'),
      )
    }
  })

  await test.step('on paper there is the bill and nothing to press, black on white, also in dark mode', async () => {
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    await expect(page.getByRole('button', { name: billViewTexts.download })).toBeHidden()
    await expect(page.getByText('Show as a table')).toBeHidden()
    const colors = await page.getByRole('article').evaluate((paper) => {
      const { color, backgroundColor } = getComputedStyle(paper)
      return { color, backgroundColor }
    })
    expect(colors).toEqual({ color: 'rgb(0, 0, 0)', backgroundColor: 'rgb(255, 255, 255)' })
  })

  await test.step('printed from a phone, it takes no more sheets: the chart does not grow to the width of the paper', async () => {
    const sheets = async () =>
      (await page.pdf({ format: 'Letter' })).toString('latin1').match(/\/Type\s*\/Page\b/g)?.length
    const fromDesk = await sheets()
    // Drawn for the screen of the phone, and then put on paper as it is.
    await page.emulateMedia({ media: null })
    await page.setViewportSize({ width: 390, height: 844 })
    await expect.poll(() => page.getByRole('img', { name: /bar chart/ }).getAttribute('viewBox')).toMatch(/^0 0 3/)
    expect(await sheets()).toBe(fromDesk)
  })
})
