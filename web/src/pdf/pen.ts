import { inTypeface } from './in-typeface.ts'

/** What the functions that draw parts of a file need. */
export interface Pen {
  readonly document: PDFKit.PDFDocument
  /** The element of the structure tree, which screen readers follow, that new elements are added to. */
  readonly root: PDFKit.PDFStructureElement
}

/** The text area of an A4 page, in points. */
export const left = 56
export const width = 595.28 - 2 * left
export const bottom = 841.89 - left

export const colors = {
  ink: '#12202f',
  muted: '#4b5b6e',
  brand: '#0b5cab',
  divider: '#d9e1ea',
  bar: '#2f7fd1',
  average: '#b3261e',
} as const

interface LineOptions {
  readonly font?: 'regular' | 'semibold'
  readonly size: number
  readonly color?: string
  /** Space above, in points. */
  readonly gap?: number
  readonly x?: number
  readonly width?: number
  readonly align?: 'left' | 'right'
}

/** Draws one paragraph or heading, tagged as such; across the whole page by default. */
export function line({ document, root }: Pen, tag: 'P' | 'H1' | 'H2' | 'H3', text: string, options: LineOptions): void {
  const { font = 'regular', size, color = colors.muted, gap = 0, x = left, align = 'left' } = options
  root.add(
    document.struct(tag, {}, () => {
      document
        .font(font)
        .fontSize(size)
        .fillColor(color)
        .text(inTypeface(text), x, document.y + gap, { width: options.width ?? width - (x - left), lineGap: 2, align })
    }),
  )
}

/** Draws a thin line, by default across the page, which screen readers skip. */
export function rule(document: PDFKit.PDFDocument, x = left, length = width): void {
  decorate(document, () => {
    document
      .moveTo(x, document.y)
      .lineTo(x + length, document.y)
      .lineWidth(0.75)
      .strokeColor(colors.divider)
      .stroke()
  })
}

/** Draws the logo at the top of the first page. */
export function startPage(document: PDFKit.PDFDocument): void {
  decorate(document, () => {
    document.roundedRect(left, 52, 22, 22, 5).fill(colors.brand)
    document.path(`M ${left + 11} 55.5 c 3 3.5 5 6.1 5 8.6 a 5 5 0 0 1 -10 0 c 0 -2.5 2 -5.1 5 -8.6 z`).fill('#ffffff')
  })
  document.y = 55
}

/** Starts a new page when less than this height is left, in points. */
export function makeRoom(document: PDFKit.PDFDocument, height: number): void {
  if (document.y + height > bottom) document.addPage()
}

/** Draws something that screen readers skip. */
function decorate(document: PDFKit.PDFDocument, draw: () => void): void {
  document.markContent('Artifact', { type: 'Layout' })
  draw()
  document.endMarkedContent()
}
