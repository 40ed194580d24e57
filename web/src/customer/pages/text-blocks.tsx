import type { TextBlock, TextRun } from '@portal/contract/page-texts'
import { createElement, type ReactNode } from 'react'
import classes from './text-page.module.css'

/** A text of the utility as React elements; it is never treated as HTML. */
export function TextBlocks({ blocks }: { readonly blocks: readonly TextBlock[] }) {
  return element('div', blocks.map(blockOf), classes.text)
}

function blockOf(block: TextBlock): ReactNode {
  switch (block.kind) {
    case 'paragraph':
      return element('p', block.runs.map(runOf))
    case 'heading':
      return element(block.level === 2 ? 'h2' : 'h3', block.runs.map(runOf))
    case 'list':
      return element(
        block.isOrdered ? 'ol' : 'ul',
        block.items.map((runs) => element('li', runs.map(runOf))),
      )
  }
}

function runOf({ text, isStrong, isEmphasized, address }: TextRun): ReactNode {
  const emphasized = isEmphasized ? <em>{text}</em> : text
  const strong = isStrong ? <strong>{emphasized}</strong> : emphasized
  return address ? <a href={address}>{strong}</a> : strong
}

/** Passes the children one by one: the parts of a fixed text never change their order, so they need no keys. */
function element(tag: string, children: readonly ReactNode[], className?: string): ReactNode {
  return createElement(tag, { className }, ...children)
}
