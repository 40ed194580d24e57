import { type Look, tokensOf } from '@portal/contract/theme'
import type { UtilityProfile } from '@portal/contract/utility'
import PDFDocument from 'pdfkit'
import { spoken } from '#ui/text/t.ts'
import { left, type Pen, type Weight } from './pen.ts'
import { type Face, lettersOf } from './runs.ts'

/** The font files of each weight, in order of preference. The first has all letters of our own words. */
export type Fonts = Readonly<Record<Weight, readonly Uint8Array<ArrayBuffer>[]>>

/** The metadata that PDF readers and file managers show. */
interface About {
  readonly title: string
  readonly author: string
}

/** What a utility's files look like, from its profile. */
export interface Design {
  readonly look: Look
  readonly paper: UtilityProfile['paper']
  /** A PNG file without transparency; without one, none is drawn. */
  readonly logo?: ArrayBuffer | undefined
}

/**
 * Makes a PDF file that screen readers can read too: tagged (PDF/UA), with embedded fonts and selectable text. Runs
 * in the browser's worker and in Node.
 * @returns the bytes of the file
 */
export async function makePdf(
  about: About,
  fonts: Fonts,
  { look, paper, logo }: Design,
  draw: (pen: Pen) => void,
): Promise<Uint8Array<ArrayBuffer>> {
  const document = new PDFDocument({
    size: paper === 'A4' ? 'A4' : 'LETTER',
    margin: left,
    pdfVersion: '1.7',
    subset: 'PDF/UA',
    tagged: true,
    lang: spoken().locale,
    displayTitle: true,
    // No built-in font: these cannot be embedded, and PDF/UA requires every font to be in the file.
    font: '',
    info: { Title: about.title, Author: about.author },
  })
  const bytes = collect(document)
  const faces = { regular: register(document, 'regular', fonts), semibold: register(document, 'semibold', fonts) }
  const root = document.struct('Document')
  document.addStructure(root)
  const { width, height } = document.page
  const colors = tokensOf(look, 'light')
  draw({ document, root, faces, colors, logo, width: width - 2 * left, bottom: height - left })
  root.end()
  document.end()
  return await bytes
}

/** The first face of a weight has the weight's name. */
function register(document: PDFKit.PDFDocument, weight: Weight, fonts: Fonts): Face[] {
  return fonts[weight].map((font, at) => {
    const name = at === 0 ? weight : `${weight} ${at}`
    document.registerFont(name, font)
    return { name, letters: lettersOf(font) }
  })
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
