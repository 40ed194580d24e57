import { readFile } from 'node:fs/promises'
import type { Download } from '@playwright/test'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'

export interface ReadPdf {
  fileName: string
  /** In reading order, in one line. */
  text: string
  /** Millimeters of the first page. */
  width: number
  height: number
  /** Roles of the structure tree, such as `H1` and `Table`; empty when the file is not tagged. */
  roles: Set<string>
  /** As Latin-1 text, for searching for anything that must not be in the file. */
  raw: string
}

const millimetresPerPoint = 25.4 / 72

export async function readPdf(download: Download): Promise<ReadPdf> {
  const bytes = await readFile(await download.path())
  const document = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise
  let text = ''
  const roles = new Set<string>()
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number)
    const content = await page.getTextContent()
    // A part may end inside a word, where two letters are set closer together. Spaces are separate parts.
    for (const item of content.items) if ('str' in item) text += item.str + (item.hasEOL ? '\n' : '')
    collectRoles(await page.getStructTree(), roles)
  }
  const [left = 0, bottom = 0, right = 0, top = 0] = (await document.getPage(1)).view
  return {
    fileName: download.suggestedFilename(),
    text: text.replaceAll(/\s+/g, ' '),
    width: Math.round((right - left) * millimetresPerPoint),
    height: Math.round((top - bottom) * millimetresPerPoint),
    roles,
    raw: bytes.toString('latin1'),
  }
}

interface TreeNode {
  role?: string
  children?: unknown[]
}

function collectRoles(node: TreeNode | null, roles: Set<string>): void {
  if (!node) return
  if (node.role) roles.add(node.role)
  for (const child of node.children ?? []) if (typeof child === 'object') collectRoles(child, roles)
}
