/** The characters of both typefaces (fonts/README.md), and the line break. */
const drawable = /^[\n -~\u00A0-\u017F–—‘’“”•…€™✓→]+$/u

/** Marks above and below letters, and characters that only steer how text is written. */
const unseen = /[\p{M}\p{Cf}]/gu

const characters = new Intl.Segmenter()

/**
 * The same text in characters that the typefaces have: a missing letter loses its marks (`Nguyễn` becomes `Nguyen`), and
 * anything else becomes a question mark, so that nobody takes a part for the whole. Without this it would be left out.
 */
export function inTypeface(text: string): string {
  return Array.from(characters.segment(text.normalize('NFC')), ({ segment }) => drawableFor(segment)).join('')
}

function drawableFor(character: string): string {
  if (drawable.test(character)) return character
  const plain = character.normalize('NFKD').replaceAll(unseen, '')
  return plain === '' || drawable.test(plain) ? plain : '?'
}
