import { type Look, tokensOf } from '@portal/contract/theme'
import juice from 'juice'

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

/** How emails look, made once for each look. */
interface EmailStyle {
  /** For programs that keep a style sheet: dark colors, narrow screens. */
  readonly sheet: Markup
  /** In each element, for programs that drop style sheets. */
  readonly dress: (html: string) => string
}

const styles = new WeakMap<Look, EmailStyle>()

/** Readable without a style sheet too. Sets dark mode for programs that invert colors. Fetches nothing. */
export function emailStyle(look: Look): EmailStyle {
  const style = styles.get(look) ?? styleOf(look)
  styles.set(look, style)
  return style
}

/** Each element of the layout once, as it is written there. */
const specimen = `<body><div class="frame"><header><p class="utility"></p></header><main><h1></h1><p></p>
<p><a></a><a class="action"></a><a class="phone"></a></p><p class="address"></p><dl><dt></dt><dd></dd></dl>
<table><caption></caption><tr><th class="head"></th><th class="head last"></th></tr><tr><th></th><td></td><td class="last"></td></tr></table>
</main><footer><p class="line"></p></footer></div></body>`

const openingTag = /<(\w+)((?: [\w-]+="[^"]*")*)>/g

function styleOf(look: Look): EmailStyle {
  const inlined = juice(`<style>${lightRules(look)}</style>${specimen}`)
  const styleByElement = new Map(
    [...inlined.matchAll(openingTag)].map(([, name = '', attributes = '']) => [
      elementOf(name, attributes),
      / style="[^"]*"/.exec(attributes)?.[0] ?? '',
    ]),
  )
  return {
    sheet: markup`<style>
:root { color-scheme: light dark; supported-color-schemes: light dark; }
${new Markup(lightRules(look))}
${new Markup(laterRules(look))}
</style>`,
    // Every value is escaped, so each tag is one of the layout.
    dress: (html) =>
      html.replaceAll(openingTag, (tag, name: string, attributes: string) => {
        const style = styleByElement.get(elementOf(name, attributes)) ?? ''
        return style === '' || attributes.includes(' style="') ? tag : `<${name}${attributes}${style}>`
      }),
  }
}

function elementOf(name: string, attributes: string): string {
  return `${name}.${/ class="([^"]*)"/.exec(attributes)?.[1] ?? ''}`
}

/** Only what is inlined: no conditions, and directions that old programs know. */
function lightRules(look: Look): string {
  const light = tokensOf(look, 'light')
  return `body { margin: 0; padding: 24px 12px; background: ${light.canvas}; color: ${light.text}; font: 16px/1.5 system-ui, sans-serif; }
.frame { max-width: 600px; margin: 0 auto; overflow: hidden; background: ${light.surface}; border-radius: 16px; color: ${light.text}; font: 16px/1.5 system-ui, sans-serif; }
header, main, footer { padding: 16px 24px; }
header { background: ${light.deep}; border-bottom: 4px solid ${light.pay}; }
footer { border-top: 1px solid ${light.divider}; color: ${light.muted}; font-size: 14px; }
.line { margin: 0; }
.utility { margin: 0; color: ${light['on-deep']}; font-weight: 700; }
h1 { margin: 8px 0 16px; font-size: 24px; line-height: 32px; }
a { color: ${light.brand}; }
.phone { white-space: nowrap; }
.action { display: inline-block; padding: 10px 24px; background: ${light.brand}; border-radius: 12px; color: ${light['on-brand']}; font-weight: 600; text-decoration: none; }
.address { margin: 4px 0 16px; color: ${light.muted}; font-size: 14px; overflow-wrap: anywhere; }
dl { margin: 16px 0; }
dt { color: ${light.muted}; font-size: 14px; }
dd { margin: 0 0 8px; font-weight: 600; overflow-wrap: anywhere; }
table { width: 100%; margin: 16px 0; border-collapse: collapse; }
caption { padding-bottom: 4px; text-align: left; font-weight: 600; }
th, td { padding: 8px 4px; border-bottom: 1px solid ${light.divider}; vertical-align: top; }
th { text-align: left; font-weight: 400; }
.head { color: ${light.muted}; font-size: 14px; font-weight: 600; }
.last { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }`
}

/** Beside the inlined ones, only with their weight. */
function laterRules(look: Look): string {
  const dark = tokensOf(look, 'dark')
  return `@media (max-width: 480px) {
  header, main, footer { padding: 12px 16px !important; }
  th, td { padding: 8px 2px !important; font-size: 14px !important; }
}
@media (prefers-color-scheme: dark) {
  body { background: ${dark.canvas} !important; color: ${dark.text} !important; }
  .frame { background: ${dark.surface} !important; color: ${dark.text} !important; }
  header { background: ${dark.deep} !important; }
  footer, th, td { border-color: ${dark.divider} !important; }
  footer, dt, .head, .address { color: ${dark.muted} !important; }
  a { color: ${dark.brand} !important; }
  .action { background: ${dark.brand} !important; color: ${dark['on-brand']} !important; }
}`
}
