// @vitest-environment node
import { CalendarDate } from '@portal/contract/dates'
import { tokensOf } from '@portal/contract/theme'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Layout, misplaced, readLayout } from '#pdf/testing/read-layout.ts'
import { readFonts } from '#pdf/testing/read-pdf.ts'
import { testBill } from '#testing/bill.ts'
import { testStart } from '#testing/data.ts'
import { code128 } from '../code-128.ts'
import { printedBill } from '../printed-bill.ts'
import { makeBillPdf } from './bill-pdf.ts'

const colors = tokensOf(testStart.profile.look, 'light')

async function layOut(bill = testBill()): Promise<Layout> {
  return await readLayout(await makeBillPdf(printedBill(bill, testStart.profile), await readFonts(), testStart.profile))
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
    expect(feet.filter(({ size }) => size >= 9.5)).toEqual([])
    const slip = words.slice(words.findIndex(({ text }) => text === 'Payment slip'))
    expect(new Set(slip.map(({ page }) => page)).size).toBe(1)
  })
})

test('a bill begins with who sends it, and has what is due in large letters on a tint', async () => {
  const { words, shapes } = await layOut()
  expect(words.slice(0, 3).map(({ text }) => text)).toEqual(['Island Water', 'Mangilao, Guam', 'Water bill'])
  expect(words[0]).toMatchObject({ page: 1, left: 48 })
  const panel = shapes.find(({ color }) => color === colors['brand-tint'])
  const total = words.find(({ text, size }) => text === 'Total due $94.70' && size === 20)
  const due = words.find(({ text, size }) => text === 'Due date 11/26/2026' && size === 12)
  for (const word of [total, due]) {
    expect(word?.left).toBeGreaterThan(panel?.left ?? Infinity)
    expect(word?.bottom).toBeLessThan(panel?.bottom ?? 0)
  }
})

test.each(['A4', 'Letter'] as const)(
  'an ordinary bill with twelve months of usage is one page of %s',
  async (paper) => {
    const usage = Array.from({ length: 12 }, (_, month) => ({
      endReadDate: CalendarDate.parse(`2026-${String(month + 1).padStart(2, '0')}-03`),
      measuredQuantity: 4000 + 100 * month,
      quantityYearBefore: 5000 - 100 * month,
    }))
    const bill = printedBill(testBill({ usage }), testStart.profile)
    const layout = await readLayout(await makeBillPdf(bill, await readFonts(), { ...testStart.profile, paper }))
    expect(new Set(layout.words.map(({ page }) => page)).size).toBe(1)
    expect([layout.width, layout.height].map(Math.round)).toEqual(paper === 'A4' ? [595, 842] : [612, 792])
    expect(misplaced(layout)).toEqual([])
  },
)

describe('the usage history of a bill', () => {
  /** Three readings: 5,200, 6,100 and 5,890 gallons, 5,730 on average. */
  let layout: Layout
  beforeAll(async () => {
    layout = await layOut()
  })

  const bars = () =>
    layout.shapes.filter(
      ({ color, top, bottom }) =>
        [colors['chart-bar'], colors['chart-current']].includes(color) && top > 200 && bottom > top,
    )
  const middle = ({ left, right }: { left: number; right: number }) => Math.round((left + right) / 2)
  const smallWord = (text: string) => {
    const found = layout.words.findLast((each) => each.text === text && each.size === 7)
    if (!found) throw new Error(`No ${text}`)
    return found
  }
  /** How many gallons a height on the page stands for, by the first bar, that of 5,200. */
  const gallonsAt = (y: number) => {
    const [{ top, bottom } = { top: 0, bottom: 0 }] = bars()
    return Math.round(((bottom - y) / (bottom - top)) * 520) * 10
  }

  test('has a bar as high as each reading, the newest in its own color, and a line across at the average', () => {
    expect(bars().map(({ top }) => gallonsAt(top))).toEqual([5200, 6100, 5890])
    expect(bars().map(({ bottom }) => gallonsAt(bottom))).toEqual([0, 0, 0])
    expect(bars().map(({ color }) => color)).toEqual([
      colors['chart-bar'],
      colors['chart-bar'],
      colors['chart-current'],
    ])
    const across = layout.shapes.filter(({ color, isFilled }) => !isFilled && color === colors['chart-average'])
    expect(across.map(({ top, bottom }) => [top, bottom].map(gallonsAt))).toEqual([[5730, 5730]])
    expect(across.map(({ left, right }) => [left, right].map(Math.round))).toEqual([[80, 256]])
  })

  test('has a line for every 2,000 gallons, with the figure to its left', () => {
    const lines = layout.shapes.filter(({ left, isFilled }) => !isFilled && left === 80)
    for (const [text, gallons] of Object.entries({ '0': 0, '2,000': 2000, '4,000': 4000, '6,000': 6000 })) {
      const { right, top, bottom } = smallWord(text)
      const line = lines.find((each) => gallonsAt(each.top) === gallons)
      expect(line?.top).toBeGreaterThan(top)
      expect(line?.top).toBeLessThan(bottom)
      expect(line?.left).toBeGreaterThan(right)
    }
  })

  test('has the highest and the newest reading above their bars, each month below, and the year below the first', () => {
    for (const [at, month] of ['Sep', 'Oct', 'Nov'].entries()) {
      const bar = bars()[at]
      expect(middle(smallWord(month))).toBe(bar && middle(bar))
      expect(smallWord(month).top).toBeGreaterThan(bar?.bottom ?? Infinity)
    }
    for (const [at, reading] of [
      [1, '6,100'],
      [2, '5,890'],
    ] as const) {
      expect(smallWord(reading).bottom).toBeLessThanOrEqual((bars()[at]?.top ?? 0) + 1)
    }
    expect(layout.words.filter(({ text, size }) => text === '5,200' && size === 7)).toEqual([])
    const years = layout.words.filter(({ text, size }) => text === '2026' && size === 7)
    expect(years.map(middle)).toEqual(bars().slice(0, 1).map(middle))
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
  expect(new Set(bars.map(({ bottom, top }) => Math.round(bottom - top)))).toEqual(new Set([36]))
  // Ten modules of white on either side (ISO/IEC 15417).
  expect([modules(first.left - 343.28), modules(547.28 - last.right)]).toEqual([10, 10])
})
