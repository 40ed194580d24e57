import { nice, ticks } from 'd3-array'

/** The area of the bars, in units of the drawing; the labels are below and to the left of it. */
interface ChartBox {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** Where a bar is drawn. */
interface BarPlace {
  /** The x of the bar's middle, where its label goes. */
  readonly middle: number
  readonly rectangle: Rectangle | null
  /** The wider bar of the year before, behind it. */
  readonly before: Rectangle | null
}

interface Rectangle {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** What a bar stands for; null where nothing was measured. */
interface Measured {
  readonly value: number | null
  readonly before: number | null
}

export interface ChartLayout {
  readonly bars: readonly BarPlace[]
  /** The distance between the middles of two neighboring bars. */
  readonly step: number
  /** Round values along the axis, in ascending order: whole ones, as gallons and cents are. */
  readonly ticks: readonly { readonly value: number; readonly y: number }[]
  /** The y of zero, where the bars start. */
  readonly base: number
  readonly averageY: number | null
}

/** About how many values the axis shows. */
const tickCount = 4

const widestStep = 104

/** The part of a step that a bar fills: alone, in front of the year before, and as the year before. */
const filled = { alone: 0.7, inFront: 0.5, behind: 0.82 }

/**
 * Lays out a bar chart, for the page and for the PDF file of a bill.
 * @param average the value of the line, or null for none
 */
export function layOutBars(columns: readonly Measured[], average: number | null, box: ChartBox): ChartLayout {
  const measured = columns.flatMap(({ value, before }) => [value, before]).filter((value) => value !== null)
  // At least from 0 to 1, so that there is an axis even when all bars are zero.
  const [lowest, highest] = nice(Math.min(0, ...measured), Math.max(1, ...measured), tickCount)
  const height = (value: number) => box.bottom - ((value - lowest) / (highest - lowest)) * (box.bottom - box.top)
  const base = height(0)
  // None while the page is narrower than the axis, as for a moment when a window changes its size.
  const step = Math.max(0, box.right - box.left) / Math.max(1, columns.length)
  // A single month does not fill the whole chart.
  const room = Math.min(step, widestStep)
  const isCompared = columns.some(({ before }) => before !== null)
  const barOf = (value: number | null, middle: number, part: number): Rectangle | null => {
    if (value === null) return null
    const [y, width] = [height(value), room * part]
    return { x: middle - width / 2, y: Math.min(y, base), width, height: Math.abs(base - y) }
  }
  const bars = columns.map(({ value, before }, index) => {
    const middle = box.left + step * (index + 0.5)
    return {
      middle,
      rectangle: barOf(value, middle, isCompared ? filled.inFront : filled.alone),
      before: barOf(before, middle, filled.behind),
    }
  })
  return {
    bars,
    step,
    ticks: ticks(lowest, highest, tickCount)
      .filter(Number.isInteger)
      .map((value) => ({ value, y: height(value) })),
    base,
    averageY: average === null ? null : height(average),
  }
}

/**
 * The mean of the measured values, rounded to a whole number (of gallons or cents; C§2.5).
 * @returns null when there are none
 */
export function averageOf(values: readonly (number | null)[]): number | null {
  const measured = values.filter((value) => value !== null)
  if (measured.length === 0) return null
  return Math.round(measured.reduce((sum, value) => sum + value, 0) / measured.length)
}

/** The gap between a bar or the average and the value above it, and the height of a value. */
const valueGap = 5
const valueHeight = 12

/**
 * The baseline of a bar's value: above the bar, or above the average line where that would strike the value through.
 * @param top the bar's y
 */
export function footOfValue(top: number, averageY: number | null): number {
  const foot = top - valueGap
  const isStruck = averageY !== null && averageY > foot - valueHeight && averageY < foot + valueGap - 1
  return isStruck ? averageY - valueGap : foot
}
