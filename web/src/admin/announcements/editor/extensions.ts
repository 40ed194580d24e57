import { isSafeLink } from '@portal/contract/links'
import { type Extensions, mergeAttributes } from '@tiptap/core'
import { Bold } from '@tiptap/extension-bold'
import { Document } from '@tiptap/extension-document'
import { HardBreak } from '@tiptap/extension-hard-break'
import { Heading } from '@tiptap/extension-heading'
import { Italic } from '@tiptap/extension-italic'
import { Link } from '@tiptap/extension-link'
import { BulletList, ListItem, OrderedList } from '@tiptap/extension-list'
import { Paragraph } from '@tiptap/extension-paragraph'
import { Strike } from '@tiptap/extension-strike'
import { Text } from '@tiptap/extension-text'
import { TextAlign } from '@tiptap/extension-text-align'
import { Underline } from '@tiptap/extension-underline'
import { UndoRedo } from '@tiptap/extensions'
import { alignments } from './clean-pasted-html.ts'

/**
 * Headings inside the editor only look like headings, because real ones would be part of this page's outline; the
 * toolbar shows their level. Visitors get real ones.
 */
const ContentHeading = Heading.extend({
  parseHTML() {
    return [
      { tag: '[data-level]', getAttrs: (element) => ({ level: Number(element.dataset.level) }) },
      { tag: 'h1', attrs: { level: 1 } },
      { tag: 'h2', attrs: { level: 2 } },
      { tag: 'h3, h4, h5, h6', attrs: { level: 3 } },
    ]
  },
  renderHTML({ node, HTMLAttributes }) {
    return ['div', mergeAttributes(HTMLAttributes, { 'data-level': String(node.attrs.level) }), 0]
  },
})

/**
 * List items as the contract allows them. Tab is not bound, so it leaves the editor as it leaves any field (WCAG
 * 2.1.2).
 */
const ContentItem = ListItem.extend({
  content: 'paragraph (paragraph | bulletList | orderedList)*',
  addKeyboardShortcuts() {
    return { Enter: () => this.editor.commands.splitListItem(this.name) }
  },
})

/** Aligns by an attribute, because the content security policy forbids inline styles. */
const ContentAlign = TextAlign.extend({
  addGlobalAttributes() {
    return [
      {
        types: this.options.types,
        attributes: {
          textAlign: {
            default: null,
            parseHTML: (element) =>
              alignments.find((name) => name === (element.dataset.align ?? element.style.textAlign)) ?? null,
            renderHTML: ({ textAlign }) => (textAlign ? { 'data-align': String(textAlign) } : {}),
          },
        },
      },
    ]
  },
})

/** What a content may have (A§5, R14): exactly what the contract allows. */
export const extensions: Extensions = [
  Document,
  Paragraph,
  Text,
  HardBreak,
  Bold,
  Italic,
  Underline,
  Strike,
  ContentHeading.configure({ levels: [1, 2, 3] }),
  BulletList,
  OrderedList,
  ContentItem,
  ContentAlign.configure({ types: ['heading', 'paragraph'], alignments: [...alignments] }),
  Link.configure({
    openOnClick: false,
    autolink: false,
    protocols: ['mailto', 'tel'],
    isAllowedUri: (address) => isSafeLink(address),
    HTMLAttributes: { target: null, rel: 'noopener noreferrer' },
  }),
  UndoRedo,
]
