import type { RichText } from '@portal/contract/rich-text'
import { EditorContent, useEditor } from '@tiptap/react'
import richText from '#account/announcements/rich-text.module.css'
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

/**
 * Writes a content with the tools of A§5. It knows JSON only: HTML is never given to it, and what is pasted is read by the
 * editor in a document that is never shown, and kept as far as the content may hold it (design R14).
 */
export function RichTextEditor({ id, labelledBy, describedBy, content, onChange }: RichTextEditorProps) {
  const editor = useEditor({
    extensions,
    content: content.content.length > 0 ? content : null,
    injectCSS: false,
    shouldRerenderOnTransaction: false,
    editorProps: {
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
