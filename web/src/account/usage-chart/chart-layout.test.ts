import { describe, expect, test } from 'vitest'
import { averageOf, footOfValue, layOutBars } from './chart-layout.ts'

const columns = (...values: (number | null)[]) => values.map((value) => ({ value, before: null }))
const box = { left: 40, top: 10, right: 520, bottom: 210 }

describe('the layout of the bars', () => {
  const { bars, ticks, base, averageY } = layOutBars(columns(0, 5000, 10_000, null), 5000, box)

  test('bars stand on zero and are as high as their values', () => {
    expect(base).toBe(210)
    expect(bars.map((bar) => bar.rectangle?.height)).toEqual([0, 100, 200, undefined])
    expect(bars[2]?.rectangle?.y).toBe(10)
  })

  test('bars stay inside the box, evenly spaced, even where nothing was measured', () => {
    const middles = bars.map((bar) => bar.middle)
    expect(middles.map((middle) => Math.round(middle))).toEqual([100, 220, 340, 460])
    for (const { middle, rectangle } of bars.slice(0, 3)) {
      expect((rectangle?.x ?? 0) + (rectangle?.width ?? 0) / 2).toBeCloseTo(middle)
      expect(rectangle?.width).toBeGreaterThan(60)
      expect(rectangle?.width).toBeLessThan(120)
    }
  })

  test('the average and the round values of the axis lie on the same scale', () => {
    expect(averageY).toBe(110)
    expect(ticks.map((tick) => tick.value)).toEqual([0, 2000, 4000, 6000, 8000, 10_000])
    expect(ticks.find((tick) => tick.value === 10_000)?.y).toBe(10)
  })
})

test('given the year before, then its bar is wider, behind the other and on the same scale', () => {
  const { bars } = layOutBars(
    [
      { value: 5000, before: 10_000 },
      { value: 4000, before: null },
    ],
    null,
    box,
  )
  const [first, second] = bars
  expect(first?.before?.height).toBe(200)
  expect(first?.rectangle?.height).toBe(100)
  expect(first?.before?.width).toBeGreaterThan(first?.rectangle?.width ?? Infinity)
  expect(second?.before).toBeNull()
})

test('given a month that was credited, then its bar hangs below zero', () => {
  const { bars, base } = layOutBars(columns(4000, -2000), null, box)
  expect(base).toBeLessThan(box.bottom)
  expect(bars[1]?.rectangle?.y).toBe(base)
  expect(bars[0]?.rectangle?.height).toBeCloseTo(2 * (bars[1]?.rectangle?.height ?? 0))
  expect((bars[1]?.rectangle?.y ?? 0) + (bars[1]?.rectangle?.height ?? 0)).toBeLessThanOrEqual(box.bottom)
})

test.each([[[]], [[null, null]], [[0, 0]]])('given %j, then there is an axis and no bar of any height', (values) => {
  const { bars, ticks } = layOutBars(columns(...values), averageOf(values), box)
  expect(bars.every((bar) => (bar.rectangle?.height ?? 0) === 0)).toBe(true)
  expect(ticks.every((tick) => Number.isFinite(tick.y))).toBe(true)
})

test('given less room than the axis needs, then no bar has a negative width', () => {
  const { bars } = layOutBars(columns(1, 2), null, { ...box, right: box.left - 4 })
  expect(bars.map(({ rectangle }) => rectangle?.width)).toEqual([0, 0])
})

test('given small values, then the axis has whole ones only: nothing is measured in parts of a gallon or cent', () => {
  const ticksUpTo = (most: number) => layOutBars(columns(most), null, box).ticks.map((tick) => tick.value)
  expect(ticksUpTo(0)).toEqual([0, 1])
  expect(ticksUpTo(2)).toEqual([0, 1, 2])
})

test.each([
  [[5499, 5500], 5500],
  [[1, 1, 2], 1],
  [[8053, null, 8055], 8054],
  [[-100, 0], -50],
  [[], null],
  [[null], null],
])('the average of %j is %j, whole, of what was measured (C§2.5)', (values, average) => {
  expect(averageOf(values)).toBe(average)
})

test.each([
  ['through its bar', 60, 100, 55],
  ['along the top of its bar', 100, 100, 95],
  ['through its value', 108, 100, 95],
  ['high above its bar', 140, 100, 135],
  ['nowhere', 140, null, 135],
])('given an average that runs %s, then it does not strike the value through', (_where, top, averageY, foot) => {
  expect(footOfValue(top, averageY)).toBe(foot)
})
