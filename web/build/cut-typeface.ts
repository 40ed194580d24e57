import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import subsetFont from 'subset-font'

/**
 * Cuts the typeface of pages and PDF files out of the published one: `node web/build/cut-typeface.ts`, after a change of the package or
 * of the letters. What it writes is checked in, so that no build waits for it.
 */

const published = fileURLToPath(
  import.meta.resolve('@fontsource-variable/public-sans/files/public-sans-latin-wght-normal.woff2'),
)

const letters = (from: number, to: number): string =>
  String.fromCodePoint(...Array.from({ length: to - from + 1 }, (_, index) => from + index))

/** All of our own words; the second file has what names and addresses need besides, as in CHamoru and Spanish. */
const cuts = {
  'public-sans': `${letters(0x20, 0x7e)}\u{a0}©·×–—‘’“”•…−`,
  'public-sans-latin': letters(0xa1, 0xff).replaceAll(/[©·×]/g, ''),
}

for (const [name, text] of Object.entries(cuts)) {
  const wght = { min: 400, max: 700, default: 400 }
  write(`ui/type/${name}.woff2`, await cut(text, { targetFormat: 'woff2', variationAxes: { wght } }))
}

/** PDF files embed a font file for each weight, with all these letters. */
for (const [name, wght] of Object.entries({ regular: 400, semibold: 600 })) {
  const text = Object.values(cuts).join('')
  const options = { targetFormat: 'truetype', variationAxes: { wght }, noLayoutClosure: true } as const
  write(`pdf/fonts/public-sans-${name}.ttf`, await cut(text, options))
}

async function cut(text: string, options: Parameters<typeof subsetFont>[2]): Promise<Uint8Array> {
  return await subsetFont(readFileSync(published), text, options)
}

function write(path: string, font: Uint8Array): void {
  writeFileSync(new URL(`../src/${path}`, import.meta.url), font)
  process.stdout.write(`${path}: ${(font.length / 1024).toFixed(1)} KB\n`)
}
