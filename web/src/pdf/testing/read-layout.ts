import { getDocument, OPS } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { z } from 'zod'
import { left } from '../pen.ts'

/** Where something is in a file: its page, from 1, and points from the page's upper left corner. */
interface Box {
  readonly page: number
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** A part of a line, around its letters. */
export interface Word extends Box {
  readonly text: string
  /** In points. */
  readonly size: number
}

/** A line or a filled area. */
export interface Shape extends Box {
  readonly color: string
  readonly isFilled: boolean
}

export interface Layout {
  /** The size of a page. */
  readonly width: number
  readonly height: number
  readonly words: readonly Word[]
  readonly shapes: readonly Shape[]
}

type Page = Awaited<ReturnType<Awaited<ReturnType<typeof getDocument>['promise']>['getPage']>>

/** Reads where a file made by `makePdf` has its words, lines and areas, with an independent library. */
export async function readLayout(bytes: Uint8Array<ArrayBuffer>): Promise<Layout> {
  const document = await getDocument({ data: bytes, verbosity: 0 }).promise
  const pages = await Promise.all(Array.from({ length: document.numPages }, (_, at) => document.getPage(at + 1)))
  const words = await Promise.all(pages.map(wordsOf))
  const shapes = await Promise.all(pages.map(shapesOf))
  const [, , width = 0, height = 0] = pages[0]?.view ?? []
  return { width, height, words: words.flat(), shapes: shapes.flat() }
}

const Placed = z.tuple([z.number(), z.number(), z.number(), z.number(), z.number(), z.number()])

async function wordsOf(page: Page): Promise<Word[]> {
  const [, , , height = 0] = page.view
  const { items } = await page.getTextContent()
  return items.flatMap((item) => {
    if (!('str' in item) || item.str.trim() === '') return []
    const [size, , , , x, y] = Placed.parse(item.transform)
    const letters = { left: x, right: x + item.width, top: height - y - 0.7 * size, bottom: height - y + 0.2 * size }
    return [{ page: page.pageNumber, text: item.str, size, ...letters }]
  })
}

const Color = z.tuple([z.string()])
const Path = z.tuple([z.number(), z.tuple([z.instanceof(Float32Array)]), z.unknown()])

async function shapesOf(page: Page): Promise<Shape[]> {
  const { fnArray, argsArray } = await page.getOperatorList()
  const colors = { fill: '', stroke: '' }
  const shapes: Shape[] = []
  for (const [at, operator] of fnArray.entries()) {
    if (operator === OPS.setFillRGBColor) [colors.fill] = Color.parse(argsArray[at])
    if (operator === OPS.setStrokeRGBColor) [colors.stroke] = Color.parse(argsArray[at])
    if (operator !== OPS.constructPath) continue
    const [painted, [path]] = Path.parse(argsArray[at])
    const isFilled = painted === OPS.fill
    const look = { page: page.pageNumber, color: isFilled ? colors.fill : colors.stroke, isFilled }
    shapes.push(...figuresOf(path).map((points) => ({ ...look, ...around(points) })))
  }
  return shapes
}

/** How many numbers follow each step of a path: to a place, by a line, by two kinds of curves, and back. */
const numbersOf = [2, 2, 6, 4, 0] as const

/** The points of each figure of a path. */
function figuresOf(path: Float32Array): number[][] {
  const figures: number[][] = []
  for (let at = 0; at < path.length;) {
    const step = path[at] ?? 0
    const next = at + 1 + (numbersOf[step] ?? 0)
    if (step === 0) figures.push([])
    figures.at(-1)?.push(...path.slice(at + 1, next))
    at = next
  }
  return figures
}

function around(points: readonly number[]): Omit<Box, 'page'> {
  const xs = points.filter((_, at) => at % 2 === 0)
  const ys = points.filter((_, at) => at % 2 === 1)
  return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) }
}

/** What is wrong with where words stand: outside of the margins, or on another word. */
export function misplaced({ words, ...page }: Layout): string[] {
  const outside = words.filter((word) => !isInside(word, page)).map(({ text }) => `${text}: outside of the margins`)
  const covered = words.flatMap((word, at) =>
    words.slice(at + 1).flatMap((other) => (overlap(word, other) ? [`${word.text}: on ${other.text}`] : [])),
  )
  return [...outside, ...covered]
}

function isInside(word: Word, { width, height }: Pick<Layout, 'width' | 'height'>): boolean {
  return (
    word.left >= left - 1 && word.right <= width - left + 1 && word.top >= left - 2 && word.bottom <= height - left + 1
  )
}

/** By more than a point: the parts of a kerned word touch. */
function overlap(one: Box, other: Box): boolean {
  const across = Math.min(one.right, other.right) - Math.max(one.left, other.left)
  const down = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top)
  return one.page === other.page && across > 1 && down > 1
}
