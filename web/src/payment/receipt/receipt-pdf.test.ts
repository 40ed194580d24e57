// @vitest-environment node
import { readFile } from 'node:fs/promises'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { beforeAll, describe, expect, test } from 'vitest'
import { testCheckout, testStart, unpaidCheckout } from '#testing/test-data.ts'
import type { Checkout } from '@portal/contract/payments'
import { makeReceiptPdf } from './receipt-pdf.ts'
import { receiptOf } from './receipt.ts'

interface Node {
  readonly role?: string
  readonly children?: readonly unknown[]
}

async function read(checkout: Checkout) {
  const [regular, semibold] = await Promise.all([font('inter-regular'), font('inter-semibold')])
  const bytes = await makeReceiptPdf(receiptOf(checkout, testStart.profile), { regular, semibold })
  const raw = Buffer.from(bytes).toString('latin1')
  const document = await getDocument({ data: bytes, verbosity: 0 }).promise
  const texts: string[] = []
  const roles: string[] = []
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number)
    for (const item of (await page.getTextContent()).items) if ('str' in item) texts.push(item.str)
    collect(await page.getStructTree(), roles)
  }
  const { view } = await document.getPage(1)
  return { text: texts.join(' '), roles, raw, pages: document.numPages, view, metadata: await document.getMetadata() }
}

function collect(node: Node, roles: string[]): void {
  if (node.role) roles.push(node.role)
  for (const child of node.children ?? []) if (typeof child === 'object' && child) collect(child, roles)
}

async function font(name: string): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await readFile(new URL(`./fonts/${name}.ttf`, import.meta.url)))
}

describe('the file of an approved payment', () => {
  let file: Awaited<ReturnType<typeof read>>
  beforeAll(async () => {
    file = await read(testCheckout())
  })

  test.each([
    'Approved - Thank you',
    '$80.53 USD',
    'María Cruz',
    '############1111',
    '11/21/2026 8:00:05 AM',
    'GWA7F3K2M9Q4',
    'ET131078',
    'W-81234567',
    '0123456789',
    '123 Marine Corps Dr',
    'Island Water, Mangilao, Guam',
    'Water bill payment',
    'Customer service: 671-555-0100',
    'https://water.example',
    'Call customer service for a refund.',
  ])('says %j', (words) => expect(file.text).toContain(words))

  test('is one A4 page with a title and a language', () => {
    expect(file.pages).toBe(1)
    expect(file.view.map(Math.round)).toEqual([0, 0, 595, 842])
    expect(file.metadata.info).toMatchObject({ Title: 'Island Water: Approved - Thank you', Language: 'en-US' })
  })

  test('can be followed by a screen reader: headings, a list of labels, a table with heads', () => {
    expect(file.roles).toEqual(expect.arrayContaining(['Document', 'H1', 'H2', 'L', 'LI', 'Lbl', 'LBody']))
    expect(file.roles.filter((role) => role === 'TH')).toHaveLength(4)
    expect(file.roles.filter((role) => role === 'TD')).toHaveLength(4)
  })

  test('declares PDF/UA and embeds every font', () => {
    expect(file.raw).toContain('pdfuaid:part')
    expect(file.raw).not.toContain('/Helvetica')
    expect(file.raw.match(/\/FontFile2/g)).toHaveLength(2)
  })
})

test('given hundreds of accounts, then the table goes on over as many pages as it takes', async () => {
  const [account] = testCheckout().accounts
  if (!account) throw new Error('No account')
  const file = await read(testCheckout({ accounts: Array.from({ length: 120 }, () => account) }))
  expect(file.pages).toBeGreaterThan(3)
  expect(file.text.match(/0123456789/g)).toHaveLength(120)
  expect(file.text).toContain('Call customer service for a refund.')
})

test('given a payment that failed, then the file has no receipt number and says what to do', async () => {
  const { text } = await read(unpaidCheckout('serverFailed'))
  expect(text).toContain('Sorry, your payment was not processed.')
  expect(text).toContain('Please try again later.')
  expect(text).not.toContain('Receipt number')
})
