import { nice, ticks } from 'd3-array'
import { scaleBand } from 'd3-scale'

/** Where the bars may stand, in the units of the drawing; below and left of it are the labels. */
export interface ChartBox {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** A bar as a rectangle; none where nothing was measured. */
export interface BarPlace {
  /** The middle of the bar's place, where its label stands. */
  readonly middle: number
  readonly rectangle: { readonly x: number; readonly y: number; readonly width: number; readonly height: number } | null
}

export interface ChartLayout {
  readonly bars: readonly BarPlace[]
  /** From the middle of one bar to that of the next. */
  readonly step: number
  /** Round values for the axis, from the lowest to the highest. */
  readonly ticks: readonly { readonly value: number; readonly y: number }[]
  /** Where the bars begin: at zero. */
  readonly base: number
  readonly averageY: number | null
}

/** About so many values stand at the axis. */
const tickCount = 4

/**
 * Lays out a bar chart; the page and the PDF file of a bill draw the same layout.
 * @param values one for each bar, null where nothing was measured
 * @param average drawn as a line, unless null
 */
export function layOutBars(values: readonly (number | null)[], average: number | null, box: ChartBox): ChartLayout {
  const measured = values.filter((value) => value !== null)
  // At least from 0 to 1, so that bars that are all zero have an axis. The library's own scale of numbers would bring
  // colours and dates along, 9 KB to every page with a chart.
  const [lowest, highest] = nice(Math.min(0, ...measured), Math.max(1, ...measured), tickCount)
  const height = (value: number) => box.bottom - ((value - lowest) / (highest - lowest)) * (box.bottom - box.top)
  const places = scaleBand<number>()
    .domain(values.keys())
    .range([box.left, box.right])
    .paddingInner(0.36)
    .paddingOuter(0.18)
  const base = height(0)
  const width = places.bandwidth()
  const bars = values.map((value, index) => {
    const x = places(index) ?? box.left
    if (value === null) return { middle: x + width / 2, rectangle: null }
    const y = height(value)
    return { middle: x + width / 2, rectangle: { x, y: Math.min(y, base), width, height: Math.abs(base - y) } }
  })
  return {
    bars,
    step: places.step(),
    ticks: ticks(lowest, highest, tickCount).map((value) => ({ value, y: height(value) })),
    base,
    averageY: average === null ? null : height(average),
  }
}

/**
 * The mean of what was measured, rounded to a whole number (of gallons, of cents; C§2.5).
 * @returns null when nothing was
 */
export function averageOf(values: readonly (number | null)[]): number | null {
  const measured = values.filter((value) => value !== null)
  if (measured.length === 0) return null
  return Math.round(measured.reduce((sum, value) => sum + value, 0) / measured.length)
}

/** Between a bar or the average and the value above it, and how high a value is. */
const valueGap = 5
const valueHeight = 12

/**
 * Where the foot of a bar's value stands: above the bar, or above the average where that would strike it through.
 * @param top of the bar
 */
export function footOfValue(top: number, averageY: number | null): number {
  const foot = top - valueGap
  const isStruck = averageY !== null && averageY > foot - valueHeight && averageY < foot + valueGap - 1
  return isStruck ? averageY - valueGap : foot
}

/** Which bars get their label when not all labels fit: every second, every third …, always the last. */
export function labelledBars(count: number, step: number, labelWidth: number): ReadonlySet<number> {
  const every = Math.max(1, Math.ceil(labelWidth / step))
  return new Set(
    Array.from({ length: count }, (_, index) => index).filter((index) => (count - 1 - index) % every === 0),
  )
}
