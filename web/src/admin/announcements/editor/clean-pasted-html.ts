import type { leftOutOfPaste } from '@portal/contract/announcement-editing'
import { isSafeLink } from '@portal/contract/links'
import { Parser } from 'htmlparser2'

/** A kind of thing that is left out of what is pasted. */
export type LeftOut = keyof typeof leftOutOfPaste

type Attributes = Readonly<Record<string, string>>

/** An element of the clean HTML. */
interface Kept {
  readonly name: string
  readonly attributes?: Readonly<Record<string, string | null | undefined>>
}

/** Elements that are removed with everything in them. */
const dropped = new Set(
  'script style title head noscript noframes noembed template iframe object svg math textarea select xmp'.split(' '),
)
/** Elements without which the person loses something, whether they are removed or only what they show is. */
const losses: ReadonlyMap<string, LeftOut> = new Map([
  ...['img', 'svg', 'canvas'].map((name) => [name, 'images'] as const),
  ...['iframe', 'object', 'embed', 'video', 'audio'].map((name) => [name, 'frames'] as const),
  ...['math', 'textarea', 'select'].map((name) => [name, 'fields'] as const),
])
const blocks = new Set('p h1 h2 h3 h4 h5 h6 ul ol li'.split(' '))
/** Elements that only separate the text before them from the text after. */
const dividers = new Set('div section article header footer blockquote pre tr dt dd figure figcaption'.split(' '))
const inlines = new Map(
  Object.entries({ b: 'strong', strong: 'strong', i: 'em', em: 'em', u: 'u', ins: 'u', s: 's', strike: 's', del: 's' }),
)

/**
 * Reduces HTML from the clipboard to the few elements that a content may have, before the browser parses any of it: no
 * handler, style, unsafe address or unknown element is left (R14). Formatting that word processors express by styles
 * becomes elements.
 * @param onLeftOut called with what the person loses by that
 */
export function cleanPastedHtml(html: string, onLeftOut: (what: LeftOut) => void): string {
  let clean = ''
  let depthDropped = 0
  const endings: string[] = []
  const parser = new Parser({
    onopentag(name, attributes) {
      const loss = depthDropped === 0 ? lossOf(name, attributes) : undefined
      if (loss) onLeftOut(loss)
      if (depthDropped > 0 || dropped.has(name)) {
        depthDropped += 1
        return
      }
      if ((name === 'td' || name === 'th') && !/^$|[>\s]$/.test(clean)) {
        clean += ' | '
        onLeftOut('columns')
      }
      const kept = keptOf(name, attributes)
      clean += kept.map(opening).join('')
      endings.push(kept.map(ending).toReversed().join(''))
    },
    ontext(text) {
      if (depthDropped === 0) clean += escaped(text)
    },
    onclosetag() {
      if (depthDropped > 0) depthDropped -= 1
      else clean += endings.pop() ?? ''
    },
  })
  parser.end(html)
  return withWordLists(clean)
}

function lossOf(name: string, { href = '' }: Attributes): LeftOut | undefined {
  if (name !== 'a') return losses.get(name)
  return href.trim() === '' || isSafeLink(href.trim()) ? undefined : 'links'
}

function keptOf(name: string, given: Attributes): Kept[] {
  if (name === 'br') return [{ name }]
  const styles = stylesOf(given.style)
  const list = styles.get('mso-list')
  if (list === 'ignore') return [{ name: wordMark }]
  if (list && name === 'p') return [{ name: wordItem }]
  if (blocks.has(name)) return [{ name, attributes: blockAttributes(given, styles) }, ...styled(styles)]
  if (dividers.has(name)) return [{ name: 'div', attributes: blockAttributes(given, styles) }, ...styled(styles)]
  if (name === 'a') {
    const href = given.href?.trim() ?? ''
    return [...(isSafeLink(href) ? [{ name, attributes: { href } }] : []), ...styled(styles)]
  }
  const inline = inlines.get(name)
  // Google Docs wraps everything in a `<b>` whose style says that it is not bold.
  if (!inline || isPlain(styles)) return styled(styles)
  return [{ name: inline }, ...styled(styles)]
}

function blockAttributes(given: Attributes, styles: ReadonlyMap<string, string>): Kept['attributes'] {
  const aligned = given['data-align'] ?? given.align ?? styles.get('text-align')
  return {
    'data-align': alignments.find((name) => name === aligned),
    'data-level': /^[123]$/.exec(given['data-level'] ?? '')?.[0],
    start: /^\d{1,4}$/.exec(given.start ?? '')?.[0],
    // Identifies the editor's own content, which it then joins with the paragraph it is pasted into.
    'data-pm-slice': /^\d+ \d+( -\d+)? \[\]$/.exec(given['data-pm-slice'] ?? '')?.[0],
  }
}

/** The elements that stand for styles of text. */
function styled(styles: ReadonlyMap<string, string>): Kept[] {
  const decoration = styles.get('text-decoration') ?? styles.get('text-decoration-line') ?? ''
  return [
    ...(/^(bold|[6-9]00)$/.test(styles.get('font-weight') ?? '') ? [{ name: 'strong' }] : []),
    ...(styles.get('font-style') === 'italic' ? [{ name: 'em' }] : []),
    ...(decoration.includes('underline') ? [{ name: 'u' }] : []),
    ...(decoration.includes('line-through') ? [{ name: 's' }] : []),
  ]
}

function isPlain(styles: ReadonlyMap<string, string>): boolean {
  return /^(normal|400)$/.test(styles.get('font-weight') ?? '')
}

function stylesOf(style = ''): ReadonlyMap<string, string> {
  return new Map(
    style.split(';').map((declaration) => {
      const [name = '', value = ''] = declaration.split(':')
      return [name.trim().toLowerCase(), value.trim().toLowerCase()]
    }),
  )
}

function opening({ name, attributes = {} }: Kept): string {
  const written = Object.entries(attributes).map(([key, value]) => (value ? ` ${key}="${escaped(value)}"` : ''))
  return `<${name}${written.join('')}>`
}

function ending({ name }: Kept): string {
  return name === 'br' ? '' : `</${name}>`
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}

/**
 * Word puts lists on the clipboard as paragraphs that begin with a typed bullet or number. While pasted HTML is cleaned,
 * such a paragraph is an element of this name, which nothing that is pasted can have…
 */
export const wordItem = 'word-item'
/** …and its bullet or number one of this name. */
export const wordMark = 'word-mark'

const items = new RegExp(`\\s*<${wordItem}>(.*?)</${wordItem}>`, 'gs')
const marks = new RegExp(`<${wordMark}>(.*?)</${wordMark}>`, 'gs')

/** Makes lists of the paragraphs that were items of lists in Word, all on one level. */
export function withWordLists(clean: string): string {
  return clean
    .replaceAll(items, (_paragraph, words: string) => listOf(words))
    .replaceAll(/<\/ul><ul data-word>|<\/ol><ol data-word[^>]*>/g, '')
    .replaceAll(' data-word', '')
    .replaceAll(marks, '$1')
}

/** A list of one item; neighbors are joined afterwards. */
function listOf(words: string): string {
  const mark = /^\s*\(?(\w+)[.)]/.exec([...words.matchAll(marks)].map(([, text]) => text).join(''))?.[1]
  const item = `<li>${words.replaceAll(marks, '').trim()}</li>`
  if (mark === undefined) return `<ul data-word>${item}</ul>`
  return `<ol data-word${/^\d{1,4}$/.test(mark) && mark !== '1' ? ` start="${mark}"` : ''}>${item}</ol>`
}

/** The alignments of paragraphs and headings. */
export const alignments = ['left', 'center', 'right', 'justify'] as const
export type Alignment = (typeof alignments)[number]
