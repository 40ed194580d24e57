import { colors, left, type Pen, rule, width, write } from './pen.ts'

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
}

/** Draws terms and their values, tagged as a list of labels and bodies; across the whole page by default. */
export function drawTerms(pen: Pen, terms: readonly Term[], place: Place = {}): void {
  const { x = left, width: total = width, termWidth = 170, size = 11 } = place
  const { document, root } = pen
  const list = document.struct('L')
  root.add(list)
  rule(document, x, total)
  for (const { term, value } of terms) {
    const top = document.y + 7
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
        document.fillColor(colors.ink)
        write(pen, 'semibold', value, x + termWidth + 10, top, { width: total - termWidth - 10, align: 'right' })
      }),
    )
    document.y = Math.max(document.y, below) + 7
    rule(document, x, total)
  }
}
