/** A format that an uploaded image may have. */
type ImageFormat = 'jpeg' | 'png' | 'webp' | 'avif'

/**
 * Tells a file's format by its first bytes, before any decoder sees it. Drawings (SVG), documents and whatever else the
 * image library could open never reach it.
 * @returns null for anything else
 */
export function imageFormatOf(bytes: Buffer): ImageFormat | null {
  const begins = (hex: string): boolean => bytes.subarray(0, hex.length / 2).equals(Buffer.from(hex, 'hex'))
  const at = (start: number, text: string): boolean =>
    bytes.subarray(start, start + text.length).equals(Buffer.from(text))
  if (begins('ffd8ff')) return 'jpeg'
  if (begins('89504e470d0a1a0a')) return 'png'
  if (at(0, 'RIFF') && at(8, 'WEBP')) return 'webp'
  return at(4, 'ftypavif') || at(4, 'ftypavis') ? 'avif' : null
}
