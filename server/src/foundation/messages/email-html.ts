/** A piece of HTML in which every inserted value has been escaped. */
export class Markup {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

type Insertable = string | number | Markup | readonly Markup[]

/** A template for HTML: values are escaped, except markup made by this function. */
export function markup(parts: TemplateStringsArray, ...values: readonly Insertable[]): Markup {
  return new Markup(String.raw({ raw: parts }, ...values.map(inserted)))
}

function inserted(value: Insertable): string {
  if (value instanceof Markup) return value.text
  if (typeof value === 'object') return value.map((piece) => piece.text).join('')
  return String(value).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

/**
 * The style of every letter. Mail programs that drop style sheets still show headings, lists and tables in order. For
 * programs that invert colors, the color pairs of dark mode are set here. No images, no fonts, nothing is fetched.
 */
export const emailStyle = markup`<style>
:root { color-scheme: light dark; supported-color-schemes: light dark; }
body { margin: 0; padding: 24px 12px; background: #f4f7fa; color: #12202f; font: 16px/1.5 system-ui, sans-serif; }
.frame { max-width: 600px; margin: 0 auto; background: #ffffff; border: 1px solid #d9e1ea; border-radius: 12px; }
header, main, footer { padding: 16px 24px; }
header { border-bottom: 1px solid #d9e1ea; }
footer { border-top: 1px solid #d9e1ea; color: #4b5b6e; font-size: 14px; }
footer p { margin: 0; }
.utility { margin: 0; color: #0b5cab; font-weight: 700; }
h1 { margin: 8px 0 16px; font-size: 24px; line-height: 32px; }
a { color: #0b5cab; }
.phone { white-space: nowrap; }
dl { margin: 16px 0; }
dt { color: #4b5b6e; font-size: 14px; }
dd { margin: 0 0 8px; font-weight: 600; overflow-wrap: anywhere; }
table { width: 100%; margin: 16px 0; border-collapse: collapse; }
caption { padding-bottom: 4px; text-align: start; font-weight: 600; }
th, td { padding: 8px 4px; border-bottom: 1px solid #d9e1ea; text-align: start; vertical-align: top; }
th { color: #4b5b6e; font-size: 14px; }
th:last-child, td:last-child { text-align: end; font-variant-numeric: tabular-nums; white-space: nowrap; }
@media (max-width: 480px) {
  header, main, footer { padding: 12px 16px; }
  th, td { padding: 8px 2px; font-size: 14px; }
}
@media (prefers-color-scheme: dark) {
  body { background: #0f172a; color: #e6edf5; }
  .frame { background: #16213a; border-color: #2b3a4f; }
  header, footer, th, td { border-color: #2b3a4f; }
  footer, dt, th { color: #a9b8c9; }
  .utility, a { color: #7cc0ff; }
}
</style>`
