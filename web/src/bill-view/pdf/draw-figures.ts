import { gallons } from '#account/usage-chart/chart-labels.ts'
import { averageOf, type ChartLayout, footOfValue, layOutBars } from '#account/usage-chart/chart-layout.ts'
import { colors, left, line, makeRoom, type Pen, width } from '#pdf/pen.ts'
import { t } from '#ui/text/t.ts'
import { code128, quietZone } from '../code-128.ts'
import type { PrintedBill } from '../printed-bill.ts'

type Usage = PrintedBill['usage']

const chartHeight = 150
const axisWidth = 44

/** Draws the usage history as a figure with the layout of the page's chart; its alternative text has every value. */
export function drawUsage(pen: Pen, usage: Usage): void {
  const { document, root } = pen
  const average = averageOf(usage.map((bar) => bar.value))
  if (average === null) return
  makeRoom(document, chartHeight + 70)
  line(pen, 'H2', t('Usage history'), { font: 'semibold', size: 13, color: colors.ink })
  line(pen, 'P', t('Gallons by meter reading date. Average {full}', { full: gallons.full(average) }), { size: 9 })
  const top = document.y + 4
  const layout = layOutBars(
    usage.map((bar) => bar.value),
    average,
    { left: left + axisWidth, top: top + 14, right: left + width, bottom: top + chartHeight - 28 },
  )
  const figure = document.struct(
    'Figure',
    { alt: descriptionOf(usage), bbox: [left, top, left + width, top + chartHeight] },
    () => {
      drawAxis(document, layout)
      drawBars(document, layout, usage)
      drawAverage(document, layout)
      drawValues(document, layout, usage)
    },
  )
  root.add(figure)
  document.y = top + chartHeight + 14
}

function descriptionOf(usage: Usage): string {
  const values = usage.map(({ label, value }) => `${label.full}: ${gallons.full(value)}`)
  return t('Bar chart of the usage history. {join}.', { join: values.join('; ') })
}

function drawAxis(document: PDFKit.PDFDocument, layout: ChartLayout): void {
  document.font('regular').fontSize(8).lineWidth(0.5)
  for (const { value, y } of layout.ticks) {
    document
      .moveTo(left + axisWidth, y)
      .lineTo(left + width, y)
      .strokeColor(value === 0 ? colors.muted : colors.divider)
      .stroke()
    write(document, gallons.axis(value), { x: left, y: y - 5, width: axisWidth - 6, align: 'right' })
  }
}

function drawBars(document: PDFKit.PDFDocument, layout: ChartLayout, usage: Usage): void {
  for (const [index, { middle, rectangle }] of layout.bars.entries()) {
    const bar = usage[index]
    if (!bar || !rectangle) continue
    const { x, y, width: barWidth, height } = rectangle
    document.rect(x, y, barWidth, height).fill(colors.bar)
    const place = { x: middle - layout.step / 2, width: layout.step, align: 'center' } as const
    write(document, bar.label.short, { ...place, y: layout.base + 4 })
    if (bar.label.year !== usage[index - 1]?.label.year)
      write(document, bar.label.year, { ...place, y: layout.base + 14 })
  }
}

/** Draws the average over a wider white line: a dashed line alone would get lost on the bars. */
function drawAverage(document: PDFKit.PDFDocument, { averageY }: ChartLayout): void {
  if (averageY === null) return
  const path = () => document.moveTo(left + axisWidth, averageY).lineTo(left + width, averageY)
  path().lineWidth(3).strokeColor('#ffffff').stroke()
  path().lineWidth(1.2).dash(4, { space: 3 }).strokeColor(colors.average).stroke().undash()
}

/** Draws the values above the bars, in front of the average. */
function drawValues(document: PDFKit.PDFDocument, layout: ChartLayout, usage: Usage): void {
  for (const [index, { middle, rectangle }] of layout.bars.entries()) {
    const text = gallons.plain(usage[index]?.value ?? 0)
    const top = footOfValue(rectangle?.y ?? layout.base, layout.averageY) - 7
    const textWidth = document.widthOfString(text) + 4
    document.rect(middle - textWidth / 2, top - 1, textWidth, 10).fill('#ffffff')
    write(document, text, { x: middle - layout.step / 2, width: layout.step, align: 'center', y: top })
  }
}

interface Place {
  readonly x: number
  readonly y: number
  readonly width: number
}

function write(
  document: PDFKit.PDFDocument,
  text: string,
  { x, y, ...options }: Place & { align: 'right' | 'center' },
): void {
  document.fillColor(colors.muted).text(text, x, y, { ...options, lineBreak: false })
}

/** Draws the bar code of the bill's number as a figure, with the number below it. */
export function drawBarCode({ document, root }: Pen, digits: string, { x, y, width: space }: Place): void {
  const height = 40
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
        .fontSize(10)
        .fillColor(colors.ink)
        .text(digits, x, y + height + 4, { width: space, align: 'center' })
    }),
  )
}
