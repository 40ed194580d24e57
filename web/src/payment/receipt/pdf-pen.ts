/** The bytes of the two weights of the typeface. */
export interface Fonts {
  readonly regular: Uint8Array<ArrayBuffer>
  readonly semibold: Uint8Array<ArrayBuffer>
}

/** What every part of a receipt draws with. */
export interface Pen {
  readonly document: PDFKit.PDFDocument
  readonly root: PDFKit.PDFStructureElement
}

/** A4 in points, with the margins of a letter. */
export const left = 56
export const width = 595.28 - 2 * left
export const bottom = 841.89 - left

export const colors = { ink: '#12202f', muted: '#4b5b6e', brand: '#0b5cab', divider: '#d9e1ea' } as const

interface LineOptions {
  readonly font?: 'regular' | 'semibold'
  readonly size: number
  readonly color?: string
  /** Space above, in points. */
  readonly gap?: number
  readonly x?: number
}

/** One paragraph or heading, tagged as such, across the page. */
export function line({ document, root }: Pen, tag: 'P' | 'H1' | 'H2', text: string, options: LineOptions): void {
  const { font = 'regular', size, color = colors.muted, gap = 0, x = left } = options
  root.add(
    document.struct(tag, {}, () => {
      document
        .font(font)
        .fontSize(size)
        .fillColor(color)
        .text(text, x, document.y + gap, { width: width - (x - left), lineGap: 2 })
    }),
  )
}

/** A thin line across the page, which a screen reader skips. */
export function rule(document: PDFKit.PDFDocument): void {
  decorate(document, () => {
    document
      .moveTo(left, document.y)
      .lineTo(left + width, document.y)
      .lineWidth(0.75)
      .strokeColor(colors.divider)
      .stroke()
  })
}

/** The mark at the top of the first page. */
export function startPage(document: PDFKit.PDFDocument): void {
  decorate(document, () => {
    document.roundedRect(left, 52, 22, 22, 5).fill(colors.brand)
    document.path(`M ${left + 11} 55.5 c 3 3.5 5 6.1 5 8.6 a 5 5 0 0 1 -10 0 c 0 -2.5 2 -5.1 5 -8.6 z`).fill('#ffffff')
  })
  document.y = 55
}

/** Ends the file; nothing can be drawn after it. */
export function finish({ document, root }: Pen): void {
  root.end()
  document.end()
}

function decorate(document: PDFKit.PDFDocument, draw: () => void): void {
  document.markContent('Artifact', { type: 'Layout' })
  draw()
  document.endMarkedContent()
}
