import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { z } from 'zod'

/** An element of the structure tree that screen readers follow. */
export interface Element {
  readonly role: string
  readonly alt: string | undefined
  /** The text in it and below, in the order of the tree. */
  readonly text: string
  readonly children: readonly Element[]
}

/** What is read aloud of a file, page by page. */
export interface ReadStructure {
  readonly pages: readonly Element[]
  /** The ids of the pieces of text, as they are drawn and as the tree has them. */
  readonly drawn: readonly string[]
  readonly told: readonly string[]
  /** Text that the tree knows nothing of. */
  readonly untold: readonly string[]
}

const Piece = z.object({ type: z.string(), id: z.string().optional() })
const Node = z.object({
  role: z.string().optional(),
  alt: z.string().optional(),
  children: z.array(z.unknown()).optional(),
})

/** Reads the structure tree with an independent library, and the text that its elements mark. */
export async function readStructure(bytes: Uint8Array<ArrayBuffer>): Promise<ReadStructure> {
  const document = await getDocument({ data: bytes, verbosity: 0 }).promise
  const pages: Element[] = []
  const drawn: string[] = []
  const told: string[] = []
  const untold: string[] = []
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number)
    const texts = new Map<string, string>()
    const open: (string | null)[] = []
    for (const item of (await page.getTextContent({ includeMarkedContent: true })).items) {
      if ('str' in item) {
        const id = open.findLast((each) => each !== null)
        if (id) texts.set(id, (texts.get(id) ?? '') + item.str + (item.hasEOL ? ' ' : ''))
        else if (item.str.trim() !== '') untold.push(item.str)
      } else if (item.type === 'endMarkedContent') open.pop()
      else open.push(item.id || null)
    }
    const ids: string[] = []
    const tree = await page.getStructTree()
    if (tree) pages.push(elementOf(Node.parse(tree), texts, ids))
    drawn.push(...texts.keys())
    told.push(...ids.filter((id) => texts.has(id)))
  }
  return { pages, drawn, told, untold }
}

function elementOf(
  { role = '', alt, children = [] }: z.infer<typeof Node>,
  texts: Map<string, string>,
  told: string[],
): Element {
  const parts = children.map((child): Element | string => {
    const piece = Piece.safeParse(child)
    if (!piece.success) return elementOf(Node.parse(child), texts, told)
    const { id = '' } = piece.data
    told.push(id)
    return texts.get(id) ?? ''
  })
  return {
    role,
    alt,
    text: parts
      .map((part) => (typeof part === 'string' ? part : part.text))
      .join(' ')
      .trim(),
    children: parts.filter((part) => typeof part !== 'string'),
  }
}

/** The element and all below it, in reading order. */
export function withAll(element: Element): Element[] {
  return [element, ...element.children.flatMap(withAll)]
}
