// @vitest-environment node
import { beforeAll, describe, expect, test } from 'vitest'
import { colors } from '#pdf/pen.ts'
import { type Layout, misplaced, readLayout } from '#pdf/testing/read-layout.ts'
import { readFonts } from '#pdf/testing/read-pdf.ts'
import { testBill } from '#testing/bill.ts'
import { testStart } from '#testing/data.ts'
import { code128 } from '../code-128.ts'
import { printedBill } from '../printed-bill.ts'
import { makeBillPdf } from './bill-pdf.ts'

async function layOut(bill = testBill()): Promise<Layout> {
  return await readLayout(await makeBillPdf(printedBill(bill, testStart.profile), await readFonts()))
}

/** A bill of this many services, each with charges and a meter. */
function billOf(services: number) {
  const bill = testBill()
  const ids = Array.from({ length: services }, (_, nth) => String(nth))
  const segments = bill.billInfo1.billSegments.slice(0, 1)
  const charges = bill.billInfo2.bseg.slice(0, 1)
  return testBill({
    billSegments: ids.flatMap((segmentId) => segments.map((each) => ({ ...each, segmentId }))),
    bseg: ids.flatMap((segmentId) => charges.map((each) => ({ ...each, segmentId }))),
  })
}

describe.each([0, 1, 2, 3, 4, 5, 40])('the sheets of a bill with %d services', (services) => {
  let layout: Layout
  beforeAll(async () => {
    layout = await layOut(billOf(services))
  })

  test('have every word inside the margins, and none on another', () => {
    expect(misplaced(layout)).toEqual([])
  })

  test('end with no heading, and with the whole slip', () => {
    const { words } = layout
    const feet = words.filter((word, at) => word.page !== words[at + 1]?.page)
    expect(feet.filter(({ size }) => size >= 11)).toEqual([])
    const slip = words.slice(words.findIndex(({ text }) => text === 'Payment slip'))
    expect(new Set(slip.map(({ page }) => page)).size).toBe(1)
  })
})

test('a bill begins with who sends it, and has what is due by when side by side in large letters', async () => {
  const { words, shapes } = await layOut()
  expect(words.slice(0, 3).map(({ text }) => text)).toEqual(['Island Water', 'Mangilao, Guam', 'Water bill'])
  const [logo] = shapes
  expect(logo).toMatchObject({ page: 1, color: colors.brand, left: 56 })
  const [total, due, ...more] = words.filter(({ size }) => size === 16)
  expect([total?.text, due?.text, more.length]).toEqual(['Total due $94.70', 'Due date 11/26/2026', 0])
  expect(due).toMatchObject({ page: total?.page, top: total?.top })
})

describe('the usage history of a bill', () => {
  /** Three readings: 5,200, 6,100 and 5,890 gallons, 5,730 on average. */
  let layout: Layout
  beforeAll(async () => {
    layout = await layOut()
  })

  const bars = () => layout.shapes.filter(({ color }) => color === colors.bar)
  const middle = ({ left, right }: { left: number; right: number }) => Math.round((left + right) / 2)
  const smallWord = (text: string) => {
    const found = layout.words.findLast((each) => each.text === text && each.size === 8)
    if (!found) throw new Error(`No ${text}`)
    return found
  }
  /** How many gallons a height on the page stands for, by the first bar, that of 5,200. */
  const gallonsAt = (y: number) => {
    const [{ top, bottom } = { top: 0, bottom: 0 }] = bars()
    return Math.round(((bottom - y) / (bottom - top)) * 5200)
  }

  test('has a bar as high as each reading, side by side on one line, and a line across at the average', () => {
    expect(bars().map(({ top }) => gallonsAt(top))).toEqual([5200, 6100, 5890])
    expect(bars().map(({ bottom }) => gallonsAt(bottom))).toEqual([0, 0, 0])
    const across = layout.shapes.filter(({ color }) => color === colors.average)
    expect(across.map(({ top, bottom }) => [top, bottom].map(gallonsAt))).toEqual([[5730, 5730]])
    expect(across.map(({ left, right }) => [left, right].map(Math.round))).toEqual([[100, 539]])
  })

  test('has a line for every 2,000 gallons, with the figure to its left', () => {
    const lines = layout.shapes.filter(
      ({ page, left, isFilled }) => page === bars()[0]?.page && !isFilled && left === 100,
    )
    for (const [text, gallons] of Object.entries({ '0': 0, '2,000': 2000, '4,000': 4000, '6,000': 6000 })) {
      const { right, top, bottom } = smallWord(text)
      const line = lines.find((each) => gallonsAt(each.top) === gallons)
      expect(line?.top).toBeGreaterThan(top)
      expect(line?.top).toBeLessThan(bottom)
      expect(line?.left).toBeGreaterThan(right)
    }
  })

  test('has each reading above its bar, each month below it, and the year below the first', () => {
    for (const [at, [month, reading]] of [
      ['Sep', '5,200'],
      ['Oct', '6,100'],
      ['Nov', '5,890'],
    ].entries()) {
      const [bar, label, value] = [bars()[at], smallWord(month ?? ''), smallWord(reading ?? '')]
      expect(bar && [middle(label), middle(value)]).toEqual(bar && [middle(bar), middle(bar)])
      expect(value.bottom).toBeLessThan(bar?.top ?? 0)
      expect(label.top).toBeGreaterThan(bar?.bottom ?? 0)
    }
    const years = layout.words.filter(({ text, size }) => text === '2026' && size === 8)
    expect(years.map(middle)).toEqual(bars().slice(0, 1).map(middle))
    expect(years[0]?.top).toBeGreaterThan(smallWord('Sep').bottom)
  })
})

test('the bar code of a bill has the bars of its number, and room on either side for scanners', async () => {
  const { shapes } = await layOut()
  const bars = shapes.filter(({ color, isFilled }) => isFilled && color === '#000000')
  const code = code128('012345678901')
  const [first, last] = [bars[0], bars.at(-1)]
  if (!first || !last) throw new Error('No bar')
  const module = (last.right - first.left) / code.width
  const modules = (points: number) => Math.round(points / module)
  expect(bars.map(({ left, right }) => ({ at: modules(left - first.left), width: modules(right - left) }))).toEqual(
    code.bars,
  )
  expect(new Set(bars.map(({ bottom, top }) => Math.round(bottom - top)))).toEqual(new Set([40]))
  // Ten modules of white on either side (ISO/IEC 15417).
  expect([modules(first.left - 336), modules(539.28 - last.right)]).toEqual([10, 10])
})
