import type { RichText } from '@portal/contract/rich-text'
import { EditorContent, useEditor } from '@tiptap/react'
import richText from '#account/announcements/rich-text.module.css'
import { cleanPastedHtml } from './clean-pasted-html.ts'
import classes from './editor.module.css'
import { extensions } from './extensions.ts'
import { Toolbar } from './toolbar.tsx'

interface RichTextEditorProps {
  readonly id: string
  readonly labelledBy: string
  /** The id of what is wrong with the content, or null. */
  readonly describedBy: string | null
  /** What it starts with. */
  readonly content: RichText
  /** Told the content as the text of its JSON, at every change. */
  readonly onChange: (content: string) => void
}

const emptyContent: RichText = { type: 'doc', content: [{ type: 'paragraph' }] }

/**
 * Writes a content with the tools of A§5. It knows JSON only, and what is pasted is cleaned before it is read
 * (R14).
 */
export function RichTextEditor({ id, labelledBy, describedBy, content, onChange }: RichTextEditorProps) {
  const editor = useEditor({
    extensions,
    // Without one, the library would read its own empty text as HTML.
    content: content.content.length > 0 ? content : emptyContent,
    injectCSS: false,
    shouldRerenderOnTransaction: false,
    editorProps: {
      transformPastedHTML: cleanPastedHtml,
      attributes: {
        id,
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-labelledby': labelledBy,
        class: `${richText.text} ${classes.content}`,
        ...(describedBy ? { 'aria-describedby': describedBy, 'aria-invalid': 'true' } : {}),
      },
    },
    onUpdate: ({ editor: changed }) => onChange(JSON.stringify(changed.getJSON())),
  })
  return (
    <div className={classes.editor} data-invalid={describedBy ? true : undefined}>
      <Toolbar editor={editor} controls={id} />
      <EditorContent editor={editor} />
    </div>
  )
}
