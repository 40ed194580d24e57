import PDFDocument from 'pdfkit'
import { left, type Pen } from './pen.ts'

/** The font files of the typeface's two weights. */
export interface Fonts {
  readonly regular: Uint8Array<ArrayBuffer>
  readonly semibold: Uint8Array<ArrayBuffer>
}

/** The metadata that PDF readers and file managers show. */
interface About {
  readonly title: string
  readonly author: string
}

/**
 * Makes an A4 PDF file that screen readers can read too: tagged (PDF/UA), with embedded fonts and selectable text. Runs
 * in the browser's worker and in Node.
 * @returns the bytes of the file
 */
export async function makePdf(about: About, fonts: Fonts, draw: (pen: Pen) => void): Promise<Uint8Array<ArrayBuffer>> {
  const document = new PDFDocument({
    size: 'A4',
    margin: left,
    pdfVersion: '1.7',
    subset: 'PDF/UA',
    tagged: true,
    lang: 'en-US',
    displayTitle: true,
    // No built-in font: these cannot be embedded, and PDF/UA requires every font to be in the file.
    font: '',
    info: { Title: about.title, Author: about.author },
  })
  const bytes = collect(document)
  document.registerFont('regular', fonts.regular)
  document.registerFont('semibold', fonts.semibold)
  const root = document.struct('Document')
  document.addStructure(root)
  draw({ document, root })
  root.end()
  document.end()
  return await bytes
}

async function collect(document: PDFKit.PDFDocument): Promise<Uint8Array<ArrayBuffer>> {
  return await new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = []
    document.on('data', (chunk: Uint8Array) => chunks.push(chunk))
    document.on('error', reject)
    document.on('end', () => resolve(joined(chunks)))
  })
}

function joined(chunks: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(chunks.reduce((length, chunk) => length + chunk.length, 0))
  let offset = 0
  for (const chunk of chunks) {
    all.set(chunk, offset)
    offset += chunk.length
  }
  return all
}
