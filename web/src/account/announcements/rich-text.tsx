import type { Inline, Mark, RichText, RichTextBlock } from '@portal/contract/announcements'
import { isSafeLink } from '@portal/contract/links'
import type { ReactNode } from 'react'
import classes from './rich-text.module.css'

type List = Extract<RichTextBlock, { type: 'bulletList' | 'orderedList' }>
type ListPart = List['content'][number]['content'][number]
type InnerPart = Extract<ListPart, { type: 'bulletList' | 'orderedList' }>['content'][number]['content'][number]
type Part = RichTextBlock | ListPart | InnerPart

/**
 * Shows a formatted text (R14). Every kind of node and mark has its element here, and nothing is ever inserted as HTML.
 */
export function RichTextView({ text }: { readonly text: RichText }) {
  return <div className={classes.text}>{inOrder(text.content).map(block)}</div>
}

/**
 * Corrects heading levels to an outline without gaps, whichever level was chosen for its looks, because screen reader
 * users navigate by headings. The first one follows the heading of the dialog or page.
 */
function inOrder(content: RichText['content']): RichText['content'] {
  let before = 0
  return content.map((part) => {
    if (part.type !== 'heading') return part
    before = Math.min(part.attrs.level, before + 1)
    return { ...part, attrs: { ...part.attrs, level: levels[before - 1] ?? 1 } }
  })
}

const levels = [1, 2, 3] as const

/** The text of the first paragraph that is not empty, for a preview. */
export function firstWords(text: RichText): string {
  const paragraphs = text.content.flatMap((part) => (part.type === 'paragraph' ? [plain(part.content ?? [])] : []))
  return paragraphs.find((words) => words.trim() !== '') ?? ''
}

function plain(content: readonly Inline[]): string {
  return content.map((part) => (part.type === 'text' ? part.text : ' ')).join('')
}

function block(part: Part, index: number): ReactNode {
  switch (part.type) {
    case 'paragraph':
      return (
        <p key={index} data-align={part.attrs?.textAlign ?? undefined}>
          {part.content?.map(inline)}
        </p>
      )
    case 'heading': {
      const Heading = ({ 1: 'h3', 2: 'h4', 3: 'h5' } as const)[part.attrs.level]
      return (
        <Heading key={index} data-align={part.attrs.textAlign ?? undefined}>
          {part.content?.map(inline)}
        </Heading>
      )
    }
    case 'bulletList':
      return <ul key={index}>{items(part.content)}</ul>
    case 'orderedList':
      return (
        <ol key={index} start={part.attrs?.start ?? undefined}>
          {items(part.content)}
        </ol>
      )
  }
}

function items(content: readonly { readonly content: readonly Part[] }[]): ReactNode {
  return content.map(item)
}

function item({ content }: { readonly content: readonly Part[] }, index: number): ReactNode {
  return <li key={index}>{content.map(block)}</li>
}

function inline(part: Inline, index: number): ReactNode {
  if (part.type === 'hardBreak') return <br key={index} />
  const marked = (part.marks ?? []).reduceRight<ReactNode>(withMark, part.text)
  return <span key={index}>{marked}</span>
}

function withMark(words: ReactNode, mark: Mark): ReactNode {
  switch (mark.type) {
    case 'bold':
      return <strong>{words}</strong>
    case 'italic':
      return <em>{words}</em>
    case 'underline':
      return <u>{words}</u>
    case 'strike':
      return <s>{words}</s>
    case 'link':
      // The server has checked the link already; checked again because an unsafe one would do its harm here.
      return isSafeLink(mark.attrs.href) ? (
        <a href={mark.attrs.href} rel="noopener noreferrer">
          {words}
        </a>
      ) : (
        words
      )
  }
}
