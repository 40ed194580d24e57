import { type Pen, type Weight, heightOf, left, rule, write } from './pen.ts'

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
  /** Space above and below the text of a row, in points. */
  readonly pad?: number
}

/** Draws a tagged table on as many pages as it needs; a row is never split, and headed by its first cell. */
export function drawTable(
  pen: Pen,
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  { size = 10.5, hasTotal = false, pad = 6 }: TableOptions = {},
): void {
  const table = pen.document.struct('Table')
  pen.root.add(table)
  const heads = columns.map((column) => ({ ...column, text: column.head }))
  drawRow(pen, table, heads, { isHead: true, font: 'semibold', color: pen.colors.muted, size, pad })
  for (const [index, row] of rows.entries()) {
    const isTotal = hasTotal && index === rows.length - 1
    const cells = columns.map((column, at) => ({ ...column, text: row[at] ?? '' }))
    drawRow(pen, table, cells, {
      isHead: false,
      font: isTotal ? 'semibold' : 'regular',
      color: pen.colors.text,
      size,
      pad,
    })
  }
}

type Cell = Pick<Column, 'x' | 'width' | 'align'> & { readonly text: string }

interface RowLook {
  /** The names of the columns. */
  readonly isHead: boolean
  readonly font: Weight
  readonly color: string
  readonly size: number
  readonly pad: number
}

function drawRow(
  pen: Pen,
  table: PDFKit.PDFStructureElement,
  cells: readonly Cell[],
  { isHead, font, color, size, pad }: RowLook,
): void {
  const { document } = pen
  document.fontSize(size)
  const heights = cells.map(({ text, ...cell }) => heightOf(pen, font, text, cell))
  const height = Math.max(...heights)
  if (document.y + height + 2 * pad + 8 > pen.bottom) document.addPage()
  const top = document.y + pad
  const row = document.struct('TR')
  table.add(row)
  for (const [at, { text, x, width: most, align }] of cells.entries()) {
    const draw = () => {
      document.fillColor(color)
      write(pen, font, text, x, top, { width: most, align })
    }
    const scope = isHead ? 'Column' : 'Row'
    row.add(isHead || at === 0 ? document.struct('TH', { scope }, draw) : document.struct('TD', {}, draw))
  }
  document.y = top + height + pad
  const [first] = cells
  const last = cells.at(-1)
  if (first && last) rule(pen, first.x, last.x + last.width - first.x)
}

interface Term {
  readonly term: string
  readonly value: string
}

interface Place {
  readonly x?: number
  readonly width?: number
  /** The width of the column of terms, in points. */
  readonly termWidth?: number
  readonly size?: number
  /** Space above and below the text of a row, in points. */
  readonly pad?: number
}

/** Draws terms and their values, tagged as a list of labels and bodies; across the whole page by default. */
export function drawTerms(pen: Pen, terms: readonly Term[], place: Place = {}): void {
  const { document, root, colors } = pen
  const { x = left, width: total = pen.width, termWidth = 170, size = 11, pad = 7 } = place
  const list = document.struct('L')
  root.add(list)
  rule(pen, x, total)
  for (const { term, value } of terms) {
    const top = document.y + pad
    const item = document.struct('LI')
    list.add(item)
    item.add(
      document.struct('Lbl', {}, () => {
        document.fontSize(size).fillColor(colors.muted)
        write(pen, 'regular', term, x, top, { width: termWidth })
      }),
    )
    const below = document.y
    item.add(
      document.struct('LBody', {}, () => {
        document.fillColor(colors.text)
        write(pen, 'semibold', value, x + termWidth + 10, top, { width: total - termWidth - 10, align: 'right' })
      }),
    )
    document.y = Math.max(document.y, below) + pad
    rule(pen, x, total)
  }
}
