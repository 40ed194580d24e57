// @vitest-environment node
import { tokensOf } from '@portal/contract/theme'
import { beforeAll, describe, expect, test } from 'vitest'
import { makeBillPdf } from '#bill-view/pdf/bill-pdf.ts'
import { printedBill } from '#bill-view/printed-bill.ts'
import { makeReceiptPdf } from '#payment/receipt/receipt-pdf.ts'
import { receiptOf } from '#payment/receipt/receipt.ts'
import { testBill } from '#testing/bill.ts'
import { testCheckout, testStart } from '#testing/data.ts'
import { type Layout, misplaced, readLayout } from './testing/read-layout.ts'
import { readFonts } from './testing/read-pdf.ts'
import { type Element, readStructure, type ReadStructure, withAll } from './testing/read-structure.ts'

const first = testStart.profile
/** Another utility, with everything of its own. */
const second: typeof first = {
  ...first,
  name: 'Harbor Utilities',
  paper: 'Letter',
  look: { deep: '#12351f', brand: '#1f6b3a', accent: '#7fb069', pay: '#f6c945', ink: '#14211a', page: '#f1f6f0' },
}

/** One white pixel. */
const { buffer: logo } = Uint8Array.from(
  Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR42mP4//8/AAX+Av4N70a4AAAAAElFTkSuQmCC', 'base64'),
)

const files = {
  bill: async (profile: typeof first) =>
    await makeBillPdf(printedBill(testBill(), profile), await readFonts(), { ...profile, logo }),
  receipt: async (profile: typeof first) =>
    await makeReceiptPdf(receiptOf(testCheckout(), profile), await readFonts(), { ...profile, logo }),
}

describe.each(Object.entries(files))('the file of a %s', (_, make) => {
  let bytes: Uint8Array<ArrayBuffer>
  let read: ReadStructure
  let all: Element[]
  beforeAll(async () => {
    bytes = await make(first)
    read = await readStructure(bytes.slice())
    all = read.pages.flatMap(withAll)
  })
  const those = (role: string) => all.filter((element) => element.role === role)

  test('is read aloud whole: each piece of text once, in the order in which it stands there', () => {
    expect(read.untold).toEqual([])
    expect(read.drawn.length).toBeGreaterThan(20)
    expect(read.told).toEqual(read.drawn)
  })

  test('has one heading of the first level, before all others, and skips no level', () => {
    const levels = all.flatMap(({ role }) => (/^H\d$/.test(role) ? [Number(role.slice(1))] : []))
    expect(levels[0]).toBe(1)
    expect(levels.filter((level) => level === 1)).toHaveLength(1)
    for (const [at, level] of levels.entries()) expect(level - (levels[at - 1] ?? 0)).toBeLessThanOrEqual(1)
    expect(all.filter(({ role, text }) => /^H\d$/.test(role) && text === '')).toEqual([])
  })

  test('describes each figure', () => {
    for (const { alt } of those('Figure')) expect(alt).toMatch(/\w+ .*\d/)
  })

  test('has the logo, which is not read aloud', () => {
    const raw = Buffer.from(bytes).toString('latin1')
    expect(raw.match(/\/Subtype \/Image/g)).toHaveLength(1)
  })

  test('has tables whose first row heads the columns of the others, and first cell its row, and says so', () => {
    let count = 0
    for (const table of those('Table')) {
      const [heads, ...rows] = table.children
      expect(new Set(heads?.children.map(({ role }) => role))).toEqual(new Set(['TH']))
      expect(rows.length).toBeGreaterThan(0)
      for (const { role, children } of rows) {
        expect([role, children.length]).toEqual(['TR', heads?.children.length])
        count += 1
        expect(children.map((cell) => cell.role)).toEqual(['TH', ...children.slice(1).map(() => 'TD')])
      }
    }
    const raw = Buffer.from(bytes).toString('latin1')
    expect(raw.match(/\/Scope \/Row/g)).toHaveLength(count)
    expect(raw.match(/\/Scope \/Column/g)).toHaveLength(those('TH').length - count)
  })

  test('has lists of labels with their values', () => {
    for (const { children } of those('LI')) expect(children.map(({ role }) => role)).toEqual(['Lbl', 'LBody'])
    for (const { text } of [...those('Lbl'), ...those('LBody')]) expect(text).not.toBe('')
  })

  describe('of another utility', () => {
    let layout: Layout
    beforeAll(async () => {
      layout = await readLayout(await make(second))
    })

    test('has its name and paper', () => {
      expect([layout.width, layout.height]).toEqual([612, 792])
      expect(misplaced(layout)).toEqual([])
      const text = layout.words.map((word) => word.text).join(' ')
      expect(text).toContain(second.name)
      expect(text).not.toContain(first.name)
    })

    test('has no color but its own, and the black of the bar code', () => {
      const own = new Set(['#000000', ...Object.values(tokensOf(second.look, 'light'))])
      expect(layout.shapes.map(({ color }) => color).filter((color) => color !== '' && !own.has(color))).toEqual([])
    })
  })
})
