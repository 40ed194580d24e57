import { type Look, tokensOf } from '@portal/contract/theme'

/** HTML in which every inserted value has been escaped. */
export class Markup {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

type Insertable = string | number | Markup | readonly Markup[]

/** Values are escaped, except markup made by this function. */
export function markup(parts: TemplateStringsArray, ...values: readonly Insertable[]): Markup {
  return new Markup(String.raw({ raw: parts }, ...values.map(inserted)))
}

function inserted(value: Insertable): string {
  if (value instanceof Markup) return value.text
  if (typeof value === 'object') return value.map((piece) => piece.text).join('')
  return String(value).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

const styles = new WeakMap<Look, Markup>()

/** Readable without a style sheet too. Sets dark mode for programs that invert colors. Fetches nothing. */
export function emailStyle(look: Look): Markup {
  const style = styles.get(look) ?? styleOf(look)
  styles.set(look, style)
  return style
}

function styleOf(look: Look): Markup {
  const light = tokensOf(look, 'light')
  const dark = tokensOf(look, 'dark')
  return markup`<style>
:root { color-scheme: light dark; supported-color-schemes: light dark; }
body { margin: 0; padding: 24px 12px; background: ${light.canvas}; color: ${light.text}; font: 16px/1.5 system-ui, sans-serif; }
.frame { max-width: 600px; margin: 0 auto; overflow: hidden; background: ${light.surface}; border-radius: 16px; }
header, main, footer { padding: 16px 24px; }
header { background: ${light.deep}; border-bottom: 4px solid ${light.pay}; }
footer { border-top: 1px solid ${light.divider}; color: ${light.muted}; font-size: 14px; }
footer p { margin: 0; }
.utility { margin: 0; color: ${light['on-deep']}; font-weight: 700; }
h1 { margin: 8px 0 16px; font-size: 24px; line-height: 32px; }
a { color: ${light.brand}; }
.phone { white-space: nowrap; }
.action { display: inline-block; padding: 10px 24px; background: ${light.brand}; border-radius: 12px; color: ${light['on-brand']}; font-weight: 600; text-decoration: none; }
dl { margin: 16px 0; }
dt { color: ${light.muted}; font-size: 14px; }
dd { margin: 0 0 8px; font-weight: 600; overflow-wrap: anywhere; }
table { width: 100%; margin: 16px 0; border-collapse: collapse; }
caption { padding-bottom: 4px; text-align: start; font-weight: 600; }
th, td { padding: 8px 4px; border-bottom: 1px solid ${light.divider}; text-align: start; vertical-align: top; }
th { color: ${light.muted}; font-size: 14px; }
th:first-child, td:first-child { padding-inline-start: 0; }
th:last-child, td:last-child { padding-inline-end: 0; text-align: end; font-variant-numeric: tabular-nums; white-space: nowrap; }
@media (max-width: 480px) {
  header, main, footer { padding: 12px 16px; }
  th, td { padding: 8px 2px; font-size: 14px; }
}
@media (prefers-color-scheme: dark) {
  body { background: ${dark.canvas}; color: ${dark.text}; }
  .frame { background: ${dark.surface}; }
  header { background: ${dark.deep}; }
  footer, th, td { border-color: ${dark.divider}; }
  footer, dt, th { color: ${dark.muted}; }
  a { color: ${dark.brand}; }
  .action { background: ${dark.brand}; color: ${dark['on-brand']}; }
}
</style>`
}
