import { groupThousands } from './text.ts'

/** `{ "City": "Ciudad" }`. Numbers in a filled text are `#`; further plurals are `"{count} bills [few]"`. */
export type Catalog = Readonly<Record<string, string>>

export const defaultLocale = 'en-US'

type Holes<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | Holes<Rest> : never

/** Values for the holes `{name}`; the compiler refuses one too few or of another name. */
export type HoleValues<Text extends string, Value, Given extends string = never> = string extends Text
  ? readonly [values?: Readonly<Record<string, Value>>]
  : [Exclude<Holes<Text>, Given>] extends [never]
    ? readonly []
    : readonly [values: Readonly<Record<Exclude<Holes<Text>, Given>, Value>>]

type Shown = string | number | bigint

export interface Language {
  /** `t('City')`, `t('Copy {name}', { name })`. Names, addresses and other data pass only as values. */
  readonly t: <const Text extends string>(text: Text, ...values: HoleValues<Text, Shown>) => string
  /** `plural(count, 'One bill', '{count} bills')`; fills in the count, thousands grouped. */
  readonly plural: <const Text extends string>(
    count: number,
    one: Text,
    other: Text,
    ...values: HoleValues<Text, Shown, 'count'>
  ) => string
}

/** No catalog: English. */
export function languageOf(catalog: Catalog = {}, locale: string = defaultLocale): Language {
  const say = (text: string, values?: object): string => fill(catalog[text] ?? sayNumbers(catalog, text), values)
  return {
    t: (text, ...[values]) => say(text, values),
    plural: (count, one, other, ...[values]) => {
      const form = locale === defaultLocale && count !== 1 ? 'other' : new Intl.PluralRules(locale).select(count)
      const ofForm = `${other} [${form}]`
      const many = ofForm in catalog ? ofForm : other
      return say(form === 'one' ? one : many, { count: groupThousands(count, 0, locale), ...values })
    },
  }
}

/** For sentences that a call or a schema says whole. */
export const english = languageOf()

const hole = /\{(\w+)\}/

export function piecesOf(text: string): readonly string[] {
  return text.split(hole)
}

function fill(text: string, values: object | undefined): string {
  if (!values) return text
  const named = new Map<string, unknown>(Object.entries(values))
  return piecesOf(text)
    .map((piece, index) => (index % 2 === 0 ? piece : String(named.get(piece))))
    .join('')
}

const number = /\d+(?:(?:[.,:/]|, )\d+)*(?: [AP]M)?/g

/** Numbers in the text, and lists of them, become `#`. */
export function keyOfWhole(text: string): string {
  return text.replace(number, '#')
}

function sayNumbers(catalog: Catalog, text: string): string {
  const said = catalog[keyOfWhole(text)]
  if (said === undefined) return text
  const numbers = text.match(number) ?? []
  return said.replace(/#/g, () => numbers.shift() ?? '#')
}
