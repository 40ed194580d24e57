import { type Catalog, defaultLocale, type Language, languageOf } from '@portal/contract/language'

declare global {
  /** Set by a script before `main`, where the profile's language has a catalog. */
  var portalCatalog: Catalog | undefined
}

interface Said {
  readonly locale: string
  readonly catalog: Catalog | undefined
}

let said: Said = {
  locale: (typeof document === 'object' && document.documentElement.lang) || defaultLocale,
  catalog: globalThis.portalCatalog,
}
let language = languageOf(said.catalog, said.locale)

export const t: Language['t'] = (text, ...values) => language.t(text, ...values)
export const plural: Language['plural'] = (count, one, other, ...values) =>
  language.plural(count, one, other, ...values)

/** The language of the page, as the server wrote it: the locale of the profile, and its catalog. */
export function spoken(): Said {
  return said
}

/** Has a worker speak the language of its page. */
export function speak(ofPage: Said): void {
  said = ofPage
  language = languageOf(said.catalog, said.locale)
}

/** `Visa, Mastercard, and Discover` */
export const listInWords = (items: readonly string[]): string => new Intl.ListFormat(spoken().locale).format(items)

/** `Visa, Mastercard, or Discover` */
export const anyInWords = (items: readonly string[]): string =>
  new Intl.ListFormat(spoken().locale, { type: 'disjunction' }).format(items)
