import { Liquid, type Template } from 'liquidjs'
import type { Link, List, Node, Paragraph, Root, RootContent } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { type EmailProfile, type SaidPart, frameEmail, inOneLine, isolated } from './email-layout.ts'

/** What a message says, as its file in the profile has it: parts of an email, and a text message. */
export interface MessageFile {
  /** Subject and heading. */
  readonly title: Line
  readonly parts: readonly FilePart[]
  /** Under `## Text message`. */
  readonly text: Line | null
  /** Under `## Text message with amounts`: for those who chose that texts name them. */
  readonly textWithAmounts: Line | null
}

/**
 * Where a field may stand, because a subject and a text show on a locked phone: `open` anywhere, `private` and `amount` in
 * the email alone, an amount also in texts of those who chose it. An `address` is for links and texts; a `block`, such as
 * a table, is a paragraph of its own. What conditions ask for, and nobody reads, is a `case`.
 */
export type FieldKind = 'open' | 'private' | 'amount' | 'address' | 'block' | 'case'

export type Fields = Readonly<Record<string, FieldKind>>

export type FilePart =
  | { readonly kind: 'paragraph'; readonly text: Line }
  /** A paragraph that is one field. */
  | { readonly kind: 'field'; readonly text: Line }
  | { readonly kind: 'details'; readonly rows: ReadonlyArray<readonly [name: string, value: Line]> }
  | { readonly kind: 'link'; readonly text: Line; readonly address: Line }

/** Words with fields to fill in, such as `Due {{dueOn}}`. */
export interface Line {
  /** Its number in the file. */
  readonly at: number
  readonly fields: readonly NamedField[]
  /** What its conditions compare with, such as `staff` in `{% if by == 'staff' %}`. */
  readonly compared: readonly string[]
  readonly filled: (values: Values) => string
}

export interface NamedField {
  readonly name: string
  readonly at: number
  /** Not in a condition alone. */
  readonly isShown: boolean
}

export type Values = Readonly<Record<string, string>>

/** Thrown for what a message cannot say. */
export class WrongMessage extends Error {
  override readonly name = 'WrongMessage'

  constructor(at: number, reason: string) {
    super(`line ${at}: ${reason}`)
  }
}

/**
 * A small Markdown: title, paragraphs, a list of `name: value`, links on a line of their own, and the text messages. It is
 * read before its fields are filled in, so no value can become markup.
 * @throws WrongMessage
 */
export function parseMessage(markdown: string): MessageFile {
  const { children }: Root = fromMarkdown(markdown)
  const [title, ...rest] = children
  if (title?.type !== 'heading' || title.depth !== 1 || title.children.length === 0)
    throw new WrongMessage(1, 'a message begins with its subject, "# Subject", or lines of it with "===" below')
  const sections = sectionsOf(rest)
  return {
    title: lineOf(title),
    parts: (sections.get('') ?? []).map(partOf),
    text: textOf(sections.get('Text message')),
    textWithAmounts: textOf(sections.get('Text message with amounts')),
  }
}

export type Blocks = Readonly<Record<string, readonly SaidPart[]>>

/** What the `amount` of an email is made of, where a service fee is in it. */
export interface AmountParts {
  /** What the bills get of it: a link asks for no more. */
  readonly bills: string
  /** Above the amount. */
  readonly rows: readonly (readonly [name: string, value: string])[]
}

/** In the utility's frame. */
export function fillEmail(
  profile: EmailProfile,
  { title, parts }: MessageFile,
  values: Values,
  blocks: Blocks = {},
  amount: AmountParts | null = null,
) {
  const subject = title.filled(values)
  return frameEmail({ subject, heading: subject, parts: fillParts(parts, values, blocks, amount) }, profile)
}

/** Values are data: nothing in them is markup, ends the line or turns its direction. Parts that say nothing are left out. */
export function fillParts(
  parts: readonly FilePart[],
  values: Values,
  blocks: Blocks = {},
  amount: AmountParts | null = null,
): SaidPart[] {
  return parts.flatMap((part): SaidPart[] => {
    switch (part.kind) {
      case 'field':
      case 'paragraph': {
        const block = part.kind === 'field' ? blocks[part.text.fields[0]?.name ?? ''] : undefined
        if (block) return [...block]
        const text = part.text.filled(values)
        return text === '' ? [] : [{ kind: 'paragraph', text }]
      }
      case 'details': {
        const rows = part.rows.flatMap(([name, value]) => {
          const row = [name, value.filled(values)] as const
          if (row[1] === '') return []
          const isAmount = value.fields.some((field) => field.name === 'amount' && field.isShown)
          return isAmount ? [...(amount?.rows ?? []), row] : [row]
        })
        return rows.length === 0 ? [] : [{ kind: 'details', rows }]
      }
      case 'link': {
        const asked = amount ? { ...values, amount: amount.bills } : values
        const [text, address] = [part.text.filled(asked), part.address.filled(values)]
        return text === '' || address === '' ? [] : [{ kind: 'link', text, address }]
      }
    }
  })
}

const sectionNames = ['Text message', 'Text message with amounts']

function sectionsOf(nodes: readonly RootContent[]): ReadonlyMap<string, RootContent[]> {
  const sections = new Map<string, RootContent[]>([['', []]])
  let current = ''
  for (const node of nodes) {
    if (node.type !== 'heading') {
      sections.get(current)?.push(node)
      continue
    }
    current = plainText(node)
    const isKnown = node.depth === 2 && sectionNames.includes(current)
    if (!isKnown)
      return refuse(
        node,
        'the only headings below the subject are "## Text message" and "## Text message with amounts"',
      )
    if (sections.has(current)) return refuse(node, `there are two sections "${current}"`)
    sections.set(current, [node])
  }
  return sections
}

function textOf(section: readonly RootContent[] | undefined): Line | null {
  const [heading, words, ...more] = section ?? []
  if (!heading) return null
  if (words?.type !== 'paragraph' || more.length > 0)
    return refuse(more[0] ?? words ?? heading, 'a text message is one paragraph')
  return lineOf(words)
}

function partOf(node: RootContent): FilePart {
  if (node.type === 'list') return { kind: 'details', rows: node.children.map((item) => rowOf(item)) }
  if (node.type !== 'paragraph') return refuse(node, `"${node.type}" is not supported in messages`)
  const [link, ...others] = node.children
  if (link?.type !== 'link')
    return { kind: /^\{\{ *\w+ *\}\}$/.test(plainText(node)) ? 'field' : 'paragraph', text: lineOf(node) }
  if (others.length > 0)
    return refuse(node, 'a link stands on a line of its own, with an empty line before and after it')
  return { kind: 'link', text: lineOf(link), address: lineOfText(link, link.url) }
}

function rowOf(item: List['children'][number]): readonly [string, Line] {
  const [paragraph, ...more] = item.children
  if (paragraph?.type !== 'paragraph' || more.length > 0) return refuse(item, 'an item of a list is one line')
  const [, name, value] = /^([^{}:]+): *(.+)$/s.exec(plainText(paragraph)) ?? []
  if (name === undefined || value === undefined)
    return refuse(item, 'an item of a list is a name and a value, "- Account: {{account}}"')
  return [name, lineOfText(paragraph, value)]
}

function lineOf(node: Paragraph | Link | Extract<RootContent, { type: 'heading' }>): Line {
  return lineOfText(node, plainText(node))
}

function plainText(node: Paragraph | Link | Extract<RootContent, { type: 'heading' }>): string {
  return node.children
    .map((child) =>
      child.type === 'text' ? child.value : refuse(child, `"${child.type}" is not supported in messages`),
    )
    .join('')
}

/** Without files of its own: no template reads another one. */
const liquid = new Liquid({
  strictVariables: true,
  strictFilters: true,
  ownPropertyOnly: true,
  jsTruthy: true,
  templates: {},
})

function lineOfText(node: Node, text: string): Line {
  const at = node.position?.start.line ?? 1
  const { template, fields } = parsedBy(at, text)
  if (/[{}]/.test(text.replaceAll(/\{\{.*?\}\}|\{%.*?%\}/gs, '')))
    throw new WrongMessage(at, 'a brace outside of a field; a field is written {{account}}')
  return {
    at,
    fields,
    compared: [...text.matchAll(/\{%.*?%\}/gs)].flatMap(([tag]) => literalsIn(tag)),
    filled(values) {
      const plain = fields.flatMap(({ name }) => {
        const value = values[name]
        return value === undefined ? [] : [[name, inOneLine(isolated(value))] as const]
      })
      return String(liquid.renderSync(template, Object.fromEntries(plain)))
        .replaceAll(/\s+/g, ' ')
        .trim()
    },
  }
}

function literalsIn(tag: string): string[] {
  return [...tag.matchAll(/'([^']*)'|"([^"]*)"/g)].map(([, single, double]) => single ?? double ?? '')
}

function parsedBy(at: number, text: string): { template: Template[]; fields: NamedField[] } {
  try {
    const template = liquid.parse(text)
    const shown = new Set([...text.matchAll(/\{\{-?\s*(\w+)/g)].map(([, name]) => name))
    const named = Object.entries(liquid.analyzeSync(template).globals)
    const fields = named.map(([name, places]) => {
      return { name, at: at + (places.at(-1)?.location.row ?? 1) - 1, isShown: shown.has(name) }
    })
    return { template, fields }
  } catch (error) {
    const reason =
      error instanceof Error ? error.message.split('\n')[0]?.replace(/, line:\d+, col:\d+$/, '') : 'unreadable'
    throw new WrongMessage(at, reason ?? 'unreadable')
  }
}

function refuse(node: Node, reason: string): never {
  throw new WrongMessage(node.position?.start.line ?? 1, reason)
}
