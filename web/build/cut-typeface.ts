import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import subsetFont from 'subset-font'

/**
 * Cuts the pages' typeface out of the published one: `node web/build/cut-typeface.ts`, after a change of the package or
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
  const cut = await subsetFont(readFileSync(published), text, {
    targetFormat: 'woff2',
    variationAxes: { wght: { min: 400, max: 700, default: 400 } },
  })
  writeFileSync(new URL(`../src/ui/type/${name}.woff2`, import.meta.url), cut)
  process.stdout.write(`${name}: ${(cut.length / 1024).toFixed(1)} KB\n`)
}
