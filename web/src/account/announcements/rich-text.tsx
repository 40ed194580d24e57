import { isSafeLink } from '@portal/contract/links'
import type { Inline, Mark, RichText, RichTextBlock } from '@portal/contract/rich-text'
import type { ReactNode } from 'react'
import classes from './rich-text.module.css'

type List = Extract<RichTextBlock, { type: 'bulletList' | 'orderedList' }>
type ListPart = List['content'][number]['content'][number]
type InnerPart = Extract<ListPart, { type: 'bulletList' | 'orderedList' }>['content'][number]['content'][number]
type Part = RichTextBlock | ListPart | InnerPart

/** A formatted text (R14): each node and mark that there is has its element here, and nothing ever becomes HTML. */
export function RichTextView({ text }: { readonly text: RichText }) {
  return <div className={classes.text}>{inOrder(text.content).map(block)}</div>
}

/**
 * Headings as an outline: none is more than one step below the one before it, whatever was chosen for its looks,
 * because people who listen find their way by them. The dialog's or page's own heading stands above the first.
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

/** The words of the first paragraph that has any, for a preview. */
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
      // Checked once more here, where it would do harm.
      return isSafeLink(mark.attrs.href) ? (
        <a href={mark.attrs.href} rel="noopener noreferrer">
          {words}
        </a>
      ) : (
        words
      )
  }
}
