import { expect, test } from 'vitest'
import { imageFormatOf } from './encode-image.ts'

test.each([
  ['a JPEG file', '\xff\xd8\xff\xe0', 'jpeg'],
  ['a PNG file', '\x89PNG\r\n\x1a\n', 'png'],
  ['a WebP file', 'RIFF\0\0\0\0WEBPVP8 ', 'webp'],
  ['a sound, which begins as WebP does', 'RIFF\0\0\0\0WAVEfmt ', null],
  ['WEBP at its place, but in no RIFF file', 'XXXX\0\0\0\0WEBPVP8 ', null],
  ['an AVIF file', '\0\0\0\x1cftypavif', 'avif'],
  ['an AVIF file of several images', '\0\0\0\x1cftypavis', 'avif'],
  ['a photo of another camera (HEIC)', '\0\0\0\x1cftypheic', null],
  ['a drawing (SVG)', '<svg xmlns=', null],
  ['nothing', '', null],
])('%s is known by its first bytes', (_, text, format) => {
  expect(imageFormatOf(Buffer.from(text, 'latin1'))).toBe(format)
})
