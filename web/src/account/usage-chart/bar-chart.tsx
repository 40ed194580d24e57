import { type RefCallback, useCallback, useState } from 'react'
import { t } from '#ui/text/t.ts'
import { type Bar, type ChartUnit, isYearShown, knowsYearBefore } from './chart-labels.ts'
import { averageOf, type ChartLayout, footOfValue, layOutBars } from './chart-layout.ts'
import { ChartLegend } from './chart-legend.tsx'
import classes from './bar-chart.module.css'

interface BarChartProps {
  readonly title: string
  readonly bars: readonly Bar[]
  readonly unit: ChartUnit
}

/** In pixels. The width is measured; `usualWidth` is used where nothing is laid out. */
const chartHeight = 208
const usualWidth = 640
/** Room to the right of the bars, which the last value needs beside a taller bar, and how far it may stand out. */
const roomAtEnd = 12
const overhang = 12
/**
 * Sizes in pixels at the browser's default font size: the width of a character of the chart's small type in the widest
 * likely font, the width of the widest month label, the height of the two lines of month and year, and the font size.
 */
const usualType = { character: 7.7, month: 30, labels: 40, size: 16 }

/**
 * Bars over months with the average as a line (C§2.5). A picture for sighted users: its label only sums it up, and
 * `ChartTable` beside it has every value for everybody.
 */
export function BarChart(props: BarChartProps) {
  const { ref, width } = useWidth()
  // Drawn once its width is known, still before anything is painted: drawn before, it would be drawn twice.
  return (
    <div ref={ref} className={classes.frame}>
      {width === null ? null : <Chart {...props} width={width || usualWidth} />}
    </div>
  )
}

function Chart({ title, bars, unit, width }: BarChartProps & { readonly width: number }) {
  const type = typeOfPage()
  const height = chartHeight + type.labels
  const values = bars.map((bar) => bar.value)
  const average = averageOf(values)
  const box = { left: 0, top: 28, right: width - roomAtEnd, bottom: chartHeight }
  const ticks = layOutBars(bars, average, box).ticks.map((tick) => unit.axis(tick.value).length)
  const left = Math.max(...ticks) * type.character + 8
  const layout = layOutBars(bars, average, { ...box, left })
  const [pointedAt, setPointedAt] = useState<number | null>(null)
  const current = values.findLastIndex((value) => value !== null)
  return (
    <>
      <svg
        className={classes.chart}
        width={width}
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label={summary(title, bars, unit)}
      >
        <Axis layout={layout} unit={unit} left={left} right={width} />
        <g className={classes.before}>
          {layout.bars.map(({ before, middle }) => (before ? <rect key={middle} rx={3} {...before} /> : null))}
        </g>
        <g className={classes.bars}>
          {layout.bars.map(({ rectangle, middle }, index) =>
            rectangle ? (
              <rect key={middle} rx={3} {...rectangle} data-current={index === current || undefined} />
            ) : null,
          )}
        </g>
        {layout.averageY === null ? null : (
          <path className={classes.average} d={`M${left} ${layout.averageY}H${width}`} />
        )}
        <Values
          layout={layout}
          values={values}
          unit={unit}
          type={type}
          first={pointedAt ?? current}
          current={current}
          right={width}
        />
        <Months layout={layout} bars={bars} type={type} />
        {layout.bars.map(({ middle }, index) => (
          <path
            key={middle}
            className={classes.pointed}
            d={`M${middle - layout.step / 2} 0h${layout.step}V${height}h${-layout.step}z`}
            onPointerEnter={() => setPointedAt(index)}
            // A finger that is lifted leaves, and its value is still to be read.
            onPointerLeave={({ pointerType }) => (pointerType === 'touch' ? null : setPointedAt(null))}
          />
        ))}
      </svg>
      <ChartLegend bars={bars} said={pointedAt ?? current} average={average} unit={unit} />
    </>
  )
}

type Type = typeof usualType

/** The sizes of the chart's type, scaled to the reader's font size. */
function typeOfPage(): Type {
  const size = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || usualType.size
  const scale = size / usualType.size
  const { character, month, labels } = usualType
  return { character: character * scale, month: month * scale, labels: labels * scale, size }
}

interface AxisProps {
  readonly layout: ChartLayout
  readonly unit: ChartUnit
  readonly left: number
  readonly right: number
}

function Axis({ layout, unit, left, right }: AxisProps) {
  return layout.ticks.map((tick) => (
    <g key={tick.value}>
      <path className={tick.value === 0 ? classes.base : classes.grid} d={`M${left} ${tick.y}H${right}`} />
      <text className={classes.label} x={left - 8} y={tick.y + 4} textAnchor="end">
        {unit.axis(tick.value)}
      </text>
    </g>
  ))
}

interface ValuesProps {
  readonly layout: ChartLayout
  readonly values: readonly (number | null)[]
  readonly unit: ChartUnit
  readonly type: Type
  /** The bar whose value comes before all others: the one that is pointed at, or the current one. */
  readonly first: number
  readonly current: number
  readonly right: number
}

/** The values of the current and the highest bar and of the one pointed at, as far as they do not touch each other. */
function Values({ layout, values, unit, type, first, current, right }: ValuesProps) {
  const highest = values.indexOf(Math.max(...values.filter((value) => value !== null)))
  const placed: { readonly text: string; readonly x: number; readonly y: number; readonly half: number }[] = []
  for (const index of new Set([first, current, highest])) {
    const value = values[index] ?? null
    const bar = layout.bars[index]
    if (value === null || !bar?.rectangle) continue
    const text = unit.plain(value)
    const half = (text.length * type.character) / 2
    const x = Math.min(besideTaller(layout.bars, index, half), right + overhang - half)
    if (placed.every((other) => Math.abs(other.x - x) > other.half + half)) {
      placed.push({ text, x, half, y: footOfValue(bar.rectangle.y, layout.averageY) })
    }
  }
  return placed.map(({ text, x, y }) => (
    <text key={x} className={classes.value} x={x} y={y} textAnchor="middle">
      {text}
    </text>
  ))
}

/** The middle of a bar's value: that of the bar, but for the last one beside a taller bar, which it must not cross. */
function besideTaller(bars: ChartLayout['bars'], index: number, half: number): number {
  const [neighbor, bar] = [bars[index - 1]?.rectangle, bars[index]]
  const middle = bar?.middle ?? 0
  const isLast = index === bars.length - 1
  if (!isLast || !neighbor || !bar?.rectangle || neighbor.y >= bar.rectangle.y) return middle
  return Math.max(middle, neighbor.x + neighbor.width + half + 2)
}

interface MonthsProps {
  readonly layout: ChartLayout
  readonly bars: readonly Bar[]
  readonly type: Type
}

/** Every month, with its first letter alone where there is no room for more, and the year where it begins. */
function Months({ layout, bars, type }: MonthsProps) {
  const isNarrow = layout.step < type.month
  return bars.map(({ label }, index) => {
    const middle = layout.bars[index]?.middle
    return (
      <text key={label.full} className={classes.label} x={middle} y={chartHeight + type.labels / 2} textAnchor="middle">
        <tspan>{isNarrow ? label.short.slice(0, 1) : label.short}</tspan>
        {isYearShown(bars, index) ? (
          <tspan x={middle} dy={type.size}>
            {label.year}
          </tspan>
        ) : null}
      </text>
    )
  })
}

function summary(title: string, bars: readonly Bar[], unit: ChartUnit): string {
  const measured = bars.flatMap(({ label, value }) => (value === null ? [] : [{ label, value }]))
  const [first, last] = [bars[0], bars.at(-1)]
  if (!first || !last || measured.length === 0) return t('{title}: no readings.', { title })
  const lowest = measured.reduce((least, bar) => (bar.value < least.value ? bar : least))
  const highest = measured.reduce((most, bar) => (bar.value > most.value ? bar : most))
  const extremes = t('Lowest {lowest} in {lowestMonth}, highest {highest} in {highestMonth}.', {
    lowest: unit.full(lowest.value),
    lowestMonth: lowest.label.full,
    highest: unit.full(highest.value),
    highestMonth: highest.label.full,
  })
  const told = t('{title}, a bar chart from {first} to {last}. {extremes}', {
    title,
    first: first.label.full,
    last: last.label.full,
    extremes,
  })
  return knowsYearBefore(bars) ? t('{told} Paler bars behind show the year before.', { told }) : told
}

/** Measures the width of an element in pixels, again whenever it changes; null until the element is on the page. */
function useWidth(): { readonly ref: RefCallback<HTMLElement>; readonly width: number | null } {
  const [width, setWidth] = useState<number | null>(null)
  // The same function at every render: React would otherwise stop and begin to observe each time.
  const ref = useCallback((element: HTMLElement | null) => {
    if (!element) return undefined
    const measure = () => setWidth(element.clientWidth)
    // At once, because what the observer says comes after everything has been laid out for the first time.
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return { ref, width }
}
