import { isYearShown, knowsYearBefore, unitsOfWater } from '#account/usage-chart/chart-labels.ts'
import { averageOf, type ChartLayout, layOutBars } from '#account/usage-chart/chart-layout.ts'
import { left, line, makeRoom, type Pen } from '#pdf/pen.ts'
import { t } from '#ui/text/t.ts'
import { code128, quietZone } from '../code-128.ts'
import type { PrintedBill } from '../printed-bill.ts'

type Usage = PrintedBill['usage']
type Unit = (typeof unitsOfWater)[PrintedBill['waterUnit']]

const chartHeight = 118
const axisWidth = 32
/** The room that the usage history needs with its heading, in points. */
export const usageHeight = chartHeight + 44

/** Draws the usage history as a figure with the layout of the page's chart; its alternative text has every value. */
export function drawUsage(
  pen: Pen,
  { usage, waterUnit }: Pick<PrintedBill, 'usage' | 'waterUnit'>,
  width: number,
): void {
  const unit = unitsOfWater[waterUnit]
  const { document, root } = pen
  const average = averageOf(usage.map((bar) => bar.value))
  if (average === null) return
  makeRoom(pen, usageHeight)
  line(pen, 'H2', t('Usage history'), { font: 'semibold', size: 11, color: pen.colors.text, width })
  const what = t('{unit} by meter reading date. Average {full}', { unit: unit.name, full: unit.full(average) })
  const more = t('{what}. Paler bars: the year before', { what })
  const isCompared = knowsYearBefore(usage)
  line(pen, 'P', isCompared ? more : what, { size: 8, width })
  const top = document.y + 2
  // In a column, saying more takes a line, which the chart gives.
  const height = isCompared ? chartHeight - 12 : chartHeight
  const layout = layOutBars(usage, average, {
    left: left + axisWidth,
    top: top + 14,
    right: left + width,
    bottom: top + height - 26,
  })
  const figure = document.struct(
    'Figure',
    { alt: descriptionOf(usage, unit), bbox: [left, top, left + width, top + height] },
    () => {
      drawAxis(pen, layout, width, unit)
      drawBars(pen, layout, usage)
      drawAverage(pen, layout, width)
      drawValues(pen, layout, usage, unit)
    },
  )
  root.add(figure)
  document.y = top + height + 4
}

function descriptionOf(usage: Usage, unit: Unit): string {
  const values = usage.map(({ label, value, before }) => {
    const now = t('{label}: {value}', { label: label.full, value: unit.full(value) })
    return before === null ? now : t('{now}, year before {before}', { now, before: unit.full(before) })
  })
  return t('Bar chart of the usage history. {values}.', { values: values.join('; ') })
}

function drawAxis(pen: Pen, layout: ChartLayout, width: number, unit: Unit): void {
  const { document, colors } = pen
  document.font('regular').fontSize(7).lineWidth(0.5)
  for (const { value, y } of layout.ticks) {
    document
      .moveTo(left + axisWidth, y)
      .lineTo(left + width, y)
      .strokeColor(value === 0 ? colors.muted : colors.divider)
      .stroke()
    write(pen, unit.axis(value), { x: left, y: y - 4, width: axisWidth - 6, align: 'right' })
  }
}

/** The newest bar is the one that the bill is about. */
function drawBars(pen: Pen, layout: ChartLayout, usage: Usage): void {
  const { document, colors } = pen
  const isNarrow = layout.step < 17
  for (const [index, { middle, rectangle, before }] of layout.bars.entries()) {
    const bar = usage[index]
    if (!bar || !rectangle) continue
    if (before) document.rect(before.x, before.y, before.width, before.height).fill(colors['chart-before'])
    const { x, y, width, height } = rectangle
    document.rect(x, y, width, height).fill(colors[index === usage.length - 1 ? 'chart-current' : 'chart-bar'])
    const place = { x: middle - 15, width: 30, align: 'center' } as const
    write(pen, isNarrow ? bar.label.short.slice(0, 1) : bar.label.short, { ...place, y: layout.base + 3 })
    if (isYearShown(usage, index)) write(pen, bar.label.year, { ...place, y: layout.base + 12 })
  }
}

/** A thin dotted line over the bars; its figure stands above the chart. */
function drawAverage({ document, colors }: Pen, { averageY }: ChartLayout, width: number): void {
  if (averageY === null) return
  document
    .moveTo(left + axisWidth, averageY)
    .lineTo(left + width, averageY)
    .lineWidth(1)
    .dash(1.5, { space: 2 })
    .strokeColor(colors['chart-average'])
    .stroke()
    .undash()
}

/** The values of the newest bar and of the highest. */
function drawValues(pen: Pen, layout: ChartLayout, usage: Usage, unit: Unit): void {
  const highest = usage.findIndex(({ value }) => value === Math.max(...usage.map((bar) => bar.value)))
  for (const index of new Set([highest, usage.length - 1])) {
    const place = layout.bars[index]
    const text = unit.plain(usage[index]?.value ?? 0)
    const width = pen.document.widthOfString(text) + 2
    const end = left + axisWidth + layout.step * usage.length
    const x = Math.min((place?.middle ?? 0) - width / 2, end - width)
    const y = (place?.rectangle?.y ?? layout.base) - 10
    pen.document.rect(x, y - 1, width, 9).fill(pen.colors.surface)
    write(pen, text, { x, width, align: 'center', y })
  }
}

interface Place {
  readonly x: number
  readonly y: number
  readonly width: number
}

function write(
  { document, colors }: Pen,
  text: string,
  { x, y, ...options }: Place & { align: 'right' | 'center' },
): void {
  document.fillColor(colors.muted).text(text, x, y, { ...options, lineBreak: false })
}

/** Draws the bar code of the bill's number as a figure, with the number below it. */
export function drawBarCode({ document, root, colors }: Pen, digits: string, { x, y, width: space }: Place): void {
  const height = 36
  const { bars, width: modules } = code128(digits)
  const unit = space / (modules + 2 * quietZone)
  const figure = document.struct(
    'Figure',
    { alt: t('Barcode for invoice {digits}', { digits }), bbox: [x, y, x + space, y + height] },
    () => {
      for (const bar of bars) document.rect(x + (bar.at + quietZone) * unit, y, bar.width * unit, height)
      document.fill('#000000')
    },
  )
  root.add(figure)
  root.add(
    document.struct('P', {}, () => {
      document
        .font('regular')
        .fontSize(9)
        .fillColor(colors.text)
        .text(digits, x, y + height + 4, { width: space, align: 'center' })
    }),
  )
}
