/** `#rrggbb`, from the profile. Every color of pages, emails and PDF files comes from these. */
export interface Look {
  /** Header and hero, under white text. */
  readonly deep: string
  readonly brand: string
  readonly accent: string
  readonly pay: string
  readonly ink: string
  readonly page: string
}

/** The colors by meaning. In style sheets each is a custom property, such as `--brand-tint`. */
export type Tokens = Record<Token, string>
type Token = keyof ReturnType<typeof lightTokens>

export function tokensOf(look: Look, scheme: 'light' | 'dark'): Tokens {
  return scheme === 'light' ? lightTokens(look) : darkTokens(look)
}

const white = '#ffffff'
const black = '#000000'

function lightTokens({ deep, brand, accent, pay, ink, page }: Look) {
  const surface = white
  return {
    ...onDeep(deep, accent),
    canvas: page,
    surface,
    text: ink,
    muted: readable(mix(ink, white, 0.3), [surface, page], ink),
    brand,
    'brand-hover': mix(brand, black, 0.2),
    'brand-tint': mix(brand, white, 0.91),
    'on-brand': textOn(brand, ink),
    pay,
    'pay-hover': mix(pay, black, 0.08),
    'on-pay': textOn(pay, ink),
    control: readable(mix(ink, white, 0.45), [surface, page], ink, 3),
    divider: mix(ink, white, 0.84),
    error: '#a8231b',
    'error-tint': '#fdebe9',
    success: '#0b6b47',
    'success-tint': '#e3f5ec',
    warning: '#7a4b00',
    'warning-tint': '#fff3d6',
    'chart-bar': brand,
    'chart-current': readable(accent, [surface], ink, 3),
    'chart-before': mix(brand, white, 0.82),
    'chart-average': readable(pay, [surface], ink, 3),
  }
}

function darkTokens({ deep, brand, accent, pay, ink, page }: Look): Tokens {
  const canvas = mix(deep, black, 0.45)
  const surface = mix(deep, black, 0.12)
  const tint = mix(surface, brand, 0.28)
  const bright = readable(brand, [canvas, surface, tint], white)
  return {
    ...onDeep(mix(deep, black, 0.35), accent),
    canvas,
    surface,
    text: mix(page, white, 0.2),
    muted: readable(mix(page, deep, 0.35), [canvas, surface], white),
    brand: bright,
    'brand-hover': mix(bright, white, 0.35),
    'brand-tint': tint,
    'on-brand': textOn(bright, ink),
    pay,
    'pay-hover': mix(pay, white, 0.25),
    'on-pay': textOn(pay, ink),
    control: readable(mix(page, deep, 0.5), [canvas, surface], white, 3),
    divider: mix(surface, white, 0.16),
    error: '#ffa198',
    'error-tint': '#45191a',
    success: '#74dba9',
    'success-tint': '#0d3a2b',
    warning: '#ffd67a',
    'warning-tint': '#43330d',
    'chart-bar': bright,
    'chart-current': readable(accent, [surface], white, 3),
    'chart-before': mix(surface, brand, 0.4),
    'chart-average': readable(pay, [surface], white, 3),
  }
}

function onDeep(deep: string, accent: string) {
  return {
    deep,
    'deep-to': mix(deep, accent, 0.22),
    'deep-glow': mix(deep, accent, 0.5),
    'on-deep': white,
    'on-deep-soft': mix(white, deep, 0.16),
  }
}

const paperTokens = {
  canvas: white,
  surface: white,
  text: black,
  muted: '#333333',
  brand: black,
  divider: '#999999',
  control: '#999999',
  success: black,
  'success-tint': white,
  error: black,
  'error-tint': white,
  warning: black,
  'warning-tint': white,
  'chart-bar': '#666666',
  'chart-current': black,
  'chart-before': '#dddddd',
  'chart-average': black,
} satisfies Partial<Tokens>

function shadows({ ink }: Look): Record<string, string> {
  return { shadow: `0 1px 2px ${ink}1a,0 6px 20px ${ink}0a`, 'shadow-over': `0 8px 24px ${ink}33` }
}

export function lightSheet(look: Look): string {
  const light = properties({ ...lightTokens(look), ...shadows(look) })
  return `:root{color-scheme:light;${light}}@media print{:root{${properties({ ...paperTokens, shadow: 'none' })}}}`
}

export function darkSheet(look: Look): string {
  return `:root{color-scheme:dark;${properties(darkTokens(look))}}`
}

function properties(tokens: Readonly<Record<string, string>>): string {
  return Object.entries(tokens)
    .map(([name, color]) => `--${name}:${color}`)
    .join(';')
}

/** Pairs that must be told apart: text 4.5 to 1, shapes 3 to 1 (WCAG 2.2, 1.4.3 and 1.4.11). */
const pairs: readonly [front: Token, back: Token, least: number][] = [
  ['text', 'canvas', 4.5],
  ['text', 'surface', 4.5],
  ['text', 'brand-tint', 4.5],
  ['muted', 'canvas', 4.5],
  ['muted', 'surface', 4.5],
  ['brand', 'canvas', 4.5],
  ['brand', 'surface', 4.5],
  ['brand', 'brand-tint', 4.5],
  ['on-brand', 'brand', 4.5],
  ['on-brand', 'brand-hover', 4.5],
  ['on-pay', 'pay', 4.5],
  ['on-pay', 'pay-hover', 4.5],
  ['on-deep', 'deep', 4.5],
  ['on-deep', 'deep-to', 4.5],
  ['on-deep-soft', 'deep', 4.5],
  ['pay', 'deep', 3],
  ['error', 'surface', 4.5],
  ['error', 'error-tint', 4.5],
  ['success', 'surface', 4.5],
  ['success', 'success-tint', 4.5],
  ['warning', 'warning-tint', 4.5],
  ['control', 'surface', 3],
  ['chart-bar', 'surface', 3],
]

/** For the author of the profile; none when all is well. */
export function contrastFaults(look: Look): string[] {
  return (['light', 'dark'] as const).flatMap((scheme) => {
    const tokens = tokensOf(look, scheme)
    return pairs.flatMap(([front, back, least]) => {
      const found = contrast(tokens[front], tokens[back])
      if (found >= least) return []
      return [`${scheme}: ${front} on ${back} has a contrast of ${found.toFixed(1)}, less than ${least}`]
    })
  })
}

function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = channels(color).map((channel) => {
    const share = channel / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function textOn(back: string, ink: string): string {
  return contrast(ink, back) >= contrast(white, back) ? ink : white
}

function readable(color: string, backs: readonly string[], toward: string, least = 4.5): string {
  const steps = Array.from({ length: 21 }, (_, step) => mix(color, toward, step / 20))
  return steps.find((each) => backs.every((back) => contrast(each, back) >= least)) ?? toward
}

function mix(one: string, other: string, share: number): string {
  const others = channels(other)
  const mixed = channels(one).map((channel, index) => Math.round(channel + ((others[index] ?? 0) - channel) * share))
  return `#${mixed.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
}

function channels(color: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))
}
