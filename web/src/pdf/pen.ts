import type { Tokens } from '@portal/contract/theme'
import { type Face, type Run, partsOf, wrap } from './runs.ts'

export type Weight = 'regular' | 'semibold'

/** What the functions that draw parts of a file need. */
export interface Pen {
  readonly document: PDFKit.PDFDocument
  /** The element of the structure tree, which screen readers follow, that new elements are added to. */
  readonly root: PDFKit.PDFStructureElement
  /** By weight, in order of preference. */
  readonly faces: Readonly<Record<Weight, readonly Face[]>>
  /** The utility's, as on white pages. */
  readonly colors: Tokens
  readonly logo: ArrayBuffer | undefined
  /** The text area's, in points. */
  readonly width: number
  /** Where the text area ends, in points from the top. */
  readonly bottom: number
}

/** The margin on all sides, in points. */
export const left = 48

interface LineOptions {
  readonly font?: Weight
  readonly size: number
  readonly color?: string
  /** Space above, in points. */
  readonly gap?: number
  readonly x?: number
  readonly width?: number
  readonly align?: 'left' | 'right'
}

/** Draws one paragraph or heading, tagged as such; across the whole page by default. */
export function line(pen: Pen, tag: 'P' | 'H1' | 'H2' | 'H3', text: string, options: LineOptions): void {
  const { document, root, colors, width } = pen
  const { font = 'regular', size, color = colors.muted, gap = 0, x = left, align = 'left' } = options
  root.add(
    document.struct(tag, {}, () => {
      document.fontSize(size).fillColor(color)
      write(pen, font, text, x, document.y + gap, { width: options.width ?? width - (x - left), lineGap: 2, align })
    }),
  )
}

interface TextOptions {
  readonly width: number
  readonly align?: 'left' | 'right'
  /** Space below each line, in points. */
  readonly lineGap?: number
}

/** Writes text in the present size and color, in all the typefaces that its letters need. */
export function write(pen: Pen, weight: Weight, text: string, x: number, top: number, options: TextOptions): void {
  const { document } = pen
  const parts = partsOf(text, pen.faces[weight])
  if (isInFirstFace(pen, weight, parts)) {
    document.font(weight).text(textOf(parts), x, top, options)
    return
  }
  const height = lineHeight(document, weight)
  const step = height + (options.lineGap ?? 0)
  let y = top
  for (const runs of linesOf(pen, parts, options.width)) {
    if (y + step > document.page.maxY()) {
      document.addPage()
      y = document.y
    }
    let at = options.align === 'right' ? x + options.width - widthOf(document, runs) : x
    for (const run of runs) {
      // On the line that letters of the first face stand on.
      document.font(run.face.name).text(run.text, at, y + ascent * height, baseLine)
      at += document.widthOfString(run.text)
    }
    y += step
  }
  document.font(weight)
  document.x = x
  document.y = y
}

/** The height of text in the present size, in points. */
export function heightOf(pen: Pen, weight: Weight, text: string, { width: space, lineGap = 0 }: TextOptions): number {
  const parts = partsOf(text, pen.faces[weight])
  const { document } = pen
  if (isInFirstFace(pen, weight, parts)) {
    return document.font(weight).heightOfString(textOf(parts) || ' ', { width: space, lineGap })
  }
  return linesOf(pen, parts, space).length * (lineHeight(document, weight) + lineGap)
}

const baseLine = { lineBreak: false, baseline: 'alphabetic' } as const

/** How far below the top of a line the letters of the first face stand, as a part of its height. */
const ascent = 1900 / (1900 + 450)

function isInFirstFace({ faces }: Pen, weight: Weight, parts: readonly Run[][]): boolean {
  return parts.flat().every(({ face }) => face === faces[weight][0])
}

function textOf(parts: readonly Run[][]): string {
  return parts
    .flat()
    .map(({ text }) => text)
    .join('')
}

function lineHeight(document: PDFKit.PDFDocument, weight: Weight): number {
  return document.font(weight).currentLineHeight(true)
}

function linesOf({ document }: Pen, parts: readonly Run[][], space: number): Run[][] {
  return wrap(parts, space, (run) => widthOf(document, [run]))
}

function widthOf(document: PDFKit.PDFDocument, runs: readonly Run[]): number {
  return runs.reduce((sum, { face, text }) => sum + document.font(face.name).widthOfString(text), 0)
}

/** Draws a thin line, by default across the page, which screen readers skip. */
export function rule({ document, colors, width }: Pen, x = left, length = width): void {
  decorate(document, () => {
    document
      .moveTo(x, document.y)
      .lineTo(x + length, document.y)
      .lineWidth(0.75)
      .strokeColor(colors.divider)
      .stroke()
  })
}

/**
 * Draws the utility's logo at the top of the first page.
 * @returns where its name begins, in points from the left
 */
export function startPage({ document, logo }: Pen): number {
  const size = 24
  if (logo) decorate(document, () => document.image(logo, left, 47, { fit: [size, size] }))
  document.y = 51
  return logo ? left + size + 8 : left
}

/** Starts a new page when less than this height is left, in points. */
export function makeRoom({ document, bottom }: Pen, height: number): void {
  if (document.y + height > bottom) document.addPage()
}

/** Draws something that screen readers skip. */
export function decorate(document: PDFKit.PDFDocument, draw: () => void): void {
  document.markContent('Artifact', { type: 'Layout' })
  draw()
  document.endMarkedContent()
}
