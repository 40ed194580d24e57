// @vitest-environment node
import { beforeAll, describe, expect, test } from 'vitest'
import { type ReadPdf, readFonts, readPdf } from '#pdf/testing/read-pdf.ts'
import { billOfTotal, testBill } from '#testing/bill.ts'
import { testStart } from '#testing/data.ts'
import { printedBill } from '../printed-bill.ts'
import { makeBillPdf } from './bill-pdf.ts'

async function make(bill = testBill()): Promise<ReadPdf> {
  const bytes = await makeBillPdf(printedBill(bill, testStart.profile), await readFonts(), testStart.profile)
  return await readPdf(bytes)
}

describe('the file of a bill', () => {
  let file: ReadPdf
  beforeAll(async () => {
    file = await make()
  })

  test.each([
    ['account', '0123456789'],
    ['customer', 'María Cruz'],
    ['mailing address', 'Hagåtña, GU 96932'],
    ['service location', '123 Marine Corps Dr, Tamuning, GU, 96913'],
    ['invoice number', 'Invoice number 012345678901'],
    ['previous balance', 'Previous balance $80.53'],
    ['payments', 'Payments -$80.53'],
    ['adjustments', 'Adjustments $5.00'],
    ['corrections', 'Corrections -$1.50'],
    ['current charges', 'Current charges $91.20'],
    ['total due', 'Total due $94.70'],
    ['due date', 'Due date 11/26/2026'],
    ['meter row', 'M-77001 11/03/2026 10 31 539 (estimated) 99,950 5,890 gallons 190'],
    [
      'charge lines',
      'Base charge $30.00 First 5,000 gallons: 5,000 gallons at $4.00 per 1,000 $20.00 Other charges $1.20',
    ],
    ['sum of a segment', 'Total charges $51.20'],
    ['billing period', 'Billing period 10/03/2026 – 11/03/2026'],
    ['date applied', 'Date applied 11/05/2026'],
    ['estimate', 'Estimated. We couldn’t read the meter.'],
    ['message', 'Thank you for saving water.'],
    ['average', 'Average 5,730 gallons'],
    ['contact', 'Customer service: 671-555-0100'],
    ['website', 'https://water.example'],
  ])('says the %s', (_, words) => expect(file.text).toContain(words))

  test('has a slip that says all an office needs', () => {
    const [, slip] = file.text.split('Payment slip')
    expect(slip).toMatch(/^ Bring this slip .* Account number 0123456789 Due date 11\/26\/2026 Total due \$94\.70/)
  })

  test('says nothing of a credit, of lacking charges, or of what is not there', () => {
    expect(file.text).not.toMatch(/credit|no charges|undefined|null/)
  })

  test('is A4, with a title and a language', () => {
    expect(file.view).toEqual([0, 0, 595, 842])
    expect(file.metadata).toMatchObject({ Title: 'Island Water: Water bill 012345678901', Language: 'en-US' })
  })

  test('can be followed by a screen reader: headings, lists, tables with heads, described figures', () => {
    expect(file.roles.filter((role) => /^H\d$/.test(role))).toEqual([
      'H1',
      'H2',
      'H2',
      'H3',
      'H3',
      'H2',
      'H2',
      'H2',
      'H2',
    ])
    expect(file.roles.filter((role) => role === 'Table')).toHaveLength(3)
    const rows = file.roles.filter((role) => role === 'TR').length - 3
    expect(file.roles.filter((role) => role === 'TH')).toHaveLength(2 + 2 + 9 + rows)
    expect(file.roles).toEqual(expect.arrayContaining(['Document', 'L', 'LI', 'Lbl', 'LBody', 'Figure']))
    expect(file.descriptions).toEqual([
      'Bar chart of the usage history. 09/03/2026: 5,200 gallons; 10/03/2026: 6,100 gallons, year before 5,400 gallons; ' +
        '11/03/2026: 5,890 gallons, year before 6,350 gallons.',
      'Barcode for invoice 012345678901',
    ])
  })

  test('declares PDF/UA and embeds every font', () => {
    expect(file.raw).toContain('pdfuaid:part')
    expect(file.raw).not.toContain('/Helvetica')
  })
})

test('given forty services, then all are there, on as many pages as it takes, and the slip stays in one piece', async () => {
  const bill = testBill()
  const [info] = bill.billInfo1.billSegments
  const [charges] = bill.billInfo2.bseg
  if (!info || !charges) throw new Error('No segment')
  const ids = Array.from({ length: 40 }, (_, nth) => String(nth))
  const file = await make(
    testBill({
      billSegments: ids.map((segmentId) => ({ ...info, segmentId })),
      bseg: ids.map((segmentId) => ({ ...charges, segmentId })),
    }),
  )
  expect(file.pages).toBeGreaterThan(5)
  expect(file.text.match(/Total charges \$51\.20/g)).toHaveLength(40)
  expect(file.text.match(/M-77001/g)).toHaveLength(40)
  expect(file.text).toContain('Payment slip')
})

test('given no usage, no meter, no message and no charges, then the file says so and is still whole', async () => {
  const file = await make(
    testBill({ billSegments: [], bseg: [], usage: [], billMessages: [], endingBalance: '-12.50' }),
  )
  expect(file.text).toContain('There are no charges on this bill.')
  expect(file.text).toContain('You have a credit. Do not pay this bill.')
  expect(file.text).not.toMatch(/Messages|Meter readings|Usage history/)
  expect(file.roles.filter((role) => role === 'Figure')).toHaveLength(1)
})

test('given a total alone, then the file has it, its dates and the slip, and no heading without anything below it', async () => {
  const file = await make(billOfTotal)
  expect(file.text).toContain('Total due $94.70')
  expect(file.text).not.toMatch(
    /Since your last bill|Charges|Usage history|Invoice number|Service location|\$0\.00|null/,
  )
  expect(file.roles.filter((role) => /^H\d$/.test(role))).toEqual(['H1', 'H2'])
  expect(file.descriptions).toEqual([])
})
