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
