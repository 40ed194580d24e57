import { bottom, colors, heightOf, type Pen, rule, type Weight, write } from './pen.ts'

/** A column's heading and its place on the page, in points. */
export interface Column {
  readonly head: string
  readonly x: number
  readonly width: number
  readonly align: 'left' | 'right'
}

interface TableOptions {
  readonly size?: number
  /** Prints the last row, the sum of the others, in semibold. */
  readonly hasTotal?: boolean
}

/** Draws a tagged table on as many pages as it needs; a row is never split. */
export function drawTable(
  pen: Pen,
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  { size = 10.5, hasTotal = false }: TableOptions = {},
): void {
  const table = pen.document.struct('Table')
  pen.root.add(table)
  const heads = columns.map((column) => ({ ...column, text: column.head }))
  drawRow(pen, table, heads, { tag: 'TH', font: 'semibold', color: colors.muted, size })
  for (const [index, row] of rows.entries()) {
    const isTotal = hasTotal && index === rows.length - 1
    const cells = columns.map((column, at) => ({ ...column, text: row[at] ?? '' }))
    drawRow(pen, table, cells, { tag: 'TD', font: isTotal ? 'semibold' : 'regular', color: colors.ink, size })
  }
}

type Cell = Pick<Column, 'x' | 'width' | 'align'> & { readonly text: string }

interface RowLook {
  readonly tag: 'TH' | 'TD'
  readonly font: Weight
  readonly color: string
  readonly size: number
}

function drawRow(
  pen: Pen,
  table: PDFKit.PDFStructureElement,
  cells: readonly Cell[],
  { tag, font, color, size }: RowLook,
): void {
  const { document } = pen
  document.fontSize(size)
  const heights = cells.map(({ text, ...cell }) => heightOf(pen, font, text, cell))
  const height = Math.max(...heights)
  if (document.y + height + 20 > bottom) document.addPage()
  const top = document.y + 6
  const row = document.struct('TR')
  table.add(row)
  for (const { text, x, width, align } of cells) {
    const draw = () => {
      document.fillColor(color)
      write(pen, font, text, x, top, { width, align })
    }
    row.add(document.struct(tag, tag === 'TH' ? { scope: 'Column' } : {}, draw))
  }
  document.y = top + height + 6
  rule(document)
}
