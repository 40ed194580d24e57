import { readFile } from 'node:fs/promises'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import type { Fonts } from '../document.ts'

interface Node {
  readonly role?: string
  readonly alt?: string
  readonly children?: readonly unknown[]
}

/** The content and the structure of a PDF file. */
export interface ReadPdf {
  /** All text in reading order; runs of white space are one space. */
  readonly text: string
  /** The roles in the structure tree that screen readers follow, in order, such as `H1` and `TD`. */
  readonly roles: readonly string[]
  /** The alternative texts of the pictures. */
  readonly descriptions: readonly string[]
  readonly pages: number
  /** The first page: left, bottom, right, top in points. */
  readonly view: readonly number[]
  readonly metadata: Record<string, unknown>
  /** The bytes as Latin-1 text. */
  readonly raw: string
}

/** Reads a file made by `makePdf` with an independent library. */
export async function readPdf(bytes: Uint8Array<ArrayBuffer>): Promise<ReadPdf> {
  const raw = Buffer.from(bytes).toString('latin1')
  const document = await getDocument({ data: bytes, verbosity: 0 }).promise
  let text = ''
  const nodes: Node[] = []
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number)
    for (const item of (await page.getTextContent()).items) {
      // A part may end inside a word, where two letters are kerned; spaces are parts of their own.
      if ('str' in item) text += item.str + (item.hasEOL ? '\n' : '')
    }
    collect(await page.getStructTree(), nodes)
  }
  const { view } = await document.getPage(1)
  const { info } = await document.getMetadata()
  return {
    text: text.replaceAll(/\s+/g, ' '),
    roles: nodes.flatMap((node) => (node.role ? [node.role] : [])),
    descriptions: nodes.flatMap((node) => (node.alt ? [node.alt] : [])),
    pages: document.numPages,
    view: view.map(Math.round),
    metadata: { ...info },
    raw,
  }
}

function collect(node: Node | null, nodes: Node[]): void {
  if (!node) return
  nodes.push(node)
  for (const child of node.children ?? []) if (typeof child === 'object' && child) collect(child, nodes)
}

/** Reads from disk the fonts that workers fetch first. */
export async function readFonts(): Promise<Fonts> {
  const font = async (name: string) => new Uint8Array(await readFile(new URL(`../fonts/${name}.ttf`, import.meta.url)))
  const [regular, semibold] = await Promise.all([font('public-sans-regular'), font('public-sans-semibold')])
  return { regular: [regular], semibold: [semibold] }
}
