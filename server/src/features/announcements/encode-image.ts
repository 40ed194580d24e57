import { announcementConsoleTexts } from '@portal/contract/announcement-editing'
import { announcementImageShape } from '@portal/contract/announcements-texts'
import pLimit from 'p-limit'
import sharp, { type Metadata, type Sharp } from 'sharp'

/** In each format it is kept in. */
export interface EncodedSize {
  /** Pixels. */
  width: number
  height: number
  files: { mediaType: 'image/avif' | 'image/webp'; bytes: Buffer }[]
}

/** For telephones, tablets, and the slider at its widest at two device pixels for each CSS pixel. */
const widths = [480, 800, 1280] as const
const largest = sizeOf(1280)

/** In bytes, and the qualities that are tried to get there. */
const heaviest = 100 * 1024
const qualities = [60, 45, 30] as const

const mostPixels = 50_000_000
const smallest = { width: 320, height: 180 }
const mostSeconds = 30

// One image at a time, on one thread and without a cache: somebody may be signing in or paying meanwhile.
sharp.concurrency(1)
sharp.cache(false)
const turns = pLimit(1)
const mostWaiting = 4

/** Keeps our own encoding and nothing else of the file (docs/security.md). @returns the narrowest first, or why not */
export async function encodeImage(file: File): Promise<EncodedSize[] | string> {
  if (turns.pendingCount >= mostWaiting) return announcementConsoleTexts.imagesBusy
  return await turns(async () => {
    const bytes = Buffer.from(await file.arrayBuffer())
    if (!imageFormatOf(bytes)) return announcementConsoleTexts.imageUnknown
    const metadata = await readMetadata(bytes)
    const refusal = metadata ? imageRefusal(metadata) : announcementConsoleTexts.imageBroken
    if (!metadata || refusal !== null) return refusal ?? announcementConsoleTexts.imageBroken
    const image = sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error' }).timeout({ seconds: mostSeconds })
    return await encodeSizes(image.autoOrient(), metadata.autoOrient).catch(() => announcementConsoleTexts.imageBroken)
  })
}

export async function encodeSizes(
  picture: Sharp,
  dimensions: { readonly width: number; readonly height: number },
): Promise<EncodedSize[]> {
  const { fit, natural } = fitOf(dimensions)
  const { data, info } = await picture
    .flatten({ background: '#fff' })
    .resize({
      ...largest,
      fit,
      position: fit === 'cover' ? 'attention' : 'centre',
      background: { r: 0, g: 0, b: 0, alpha: 0 },
    })
    .toColorspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  const sizes: EncodedSize[] = []
  for (const width of widths.filter((each) => each === widths[0] || each <= natural)) {
    const size = sizeOf(width)
    const sized = sharp(data, { raw: info }).resize(size)
    sizes.push({
      ...size,
      files: [
        { mediaType: 'image/avif', bytes: await lightEnough((quality) => sized.clone().avif({ quality, effort: 2 })) },
        {
          mediaType: 'image/webp',
          bytes: await lightEnough((quality) => sized.clone().webp({ quality: quality + 15 })),
        },
      ],
    })
  }
  return sizes
}

/** Decodes no pixel. */
async function readMetadata(bytes: Buffer): Promise<Metadata | null> {
  return await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => null)
}

function imageRefusal({ pages = 1, autoOrient: { width, height } }: Metadata): string | null {
  if (pages > 1) return announcementConsoleTexts.imageMoves
  if (width * height > mostPixels) return announcementConsoleTexts.imageTooLarge
  const isTooSmall = width < smallest.width || height < smallest.height
  return isTooSmall ? announcementConsoleTexts.imageTooSmall : null
}

/** A photo fills the frame and loses at most a quarter; other shapes are shown whole. `natural`: without enlarging. */
function fitOf({ width, height }: { readonly width: number; readonly height: number }) {
  const wide = (height * announcementImageShape.width) / announcementImageShape.height
  const [narrower, wider] = [Math.min(width, wide), Math.max(width, wide)]
  return narrower / wider >= 0.74
    ? ({ fit: 'cover', natural: narrower } as const)
    : ({ fit: 'contain', natural: wider } as const)
}

function sizeOf(width: number): { width: number; height: number } {
  return { width, height: Math.round((width * announcementImageShape.height) / announcementImageShape.width) }
}

/** The last one when none is small enough. */
async function lightEnough(encoder: (quality: number) => Sharp): Promise<Buffer> {
  let bytes = Buffer.alloc(0)
  for (const quality of qualities) {
    bytes = await encoder(quality).toBuffer()
    if (bytes.length <= heaviest) break
  }
  return bytes
}

type ImageFormat = 'jpeg' | 'png' | 'webp' | 'avif'

/** By the first bytes: SVG and documents never reach a decoder. @returns null for anything else */
export function imageFormatOf(bytes: Buffer): ImageFormat | null {
  const begins = (hex: string): boolean => bytes.subarray(0, hex.length / 2).equals(Buffer.from(hex, 'hex'))
  const at = (start: number, text: string): boolean =>
    bytes.subarray(start, start + text.length).equals(Buffer.from(text))
  if (begins('ffd8ff')) return 'jpeg'
  if (begins('89504e470d0a1a0a')) return 'png'
  if (at(0, 'RIFF') && at(8, 'WEBP')) return 'webp'
  return at(4, 'ftypavif') || at(4, 'ftypavis') ? 'avif' : null
}
