import type { RichText } from '@portal/contract/rich-text'
import { EditorContent, useEditor } from '@tiptap/react'
import { useState } from 'react'
import { cleanPastedHtml } from './clean-pasted-html.ts'
import { extensions } from './extensions.ts'
import { LinkDialog } from './link-dialog.tsx'
import { Toolbar } from './toolbar.tsx'
import richText from '#account/announcements/rich-text.module.css'
import classes from './editor.module.css'

interface RichTextEditorProps {
  readonly id: string
  readonly labelledBy: string
  /** The id of the content's error message, or null. */
  readonly describedBy: string | null
  /** The initial content. */
  readonly content: RichText
  /** Called at every change with the content as JSON text. */
  readonly onChange: (content: string) => void
}

const emptyContent: RichText = { type: 'doc', content: [{ type: 'paragraph' }] }

/**
 * The editor of an announcement's content, with the tools of A§5. It works on JSON only, and cleans what is pasted
 * before it is parsed (R14).
 */
export function RichTextEditor({ id, labelledBy, describedBy, content, onChange }: RichTextEditorProps) {
  const [isLinking, setLinking] = useState(false)
  const editor = useEditor({
    extensions,
    // Not left empty: the library would then parse its own default text as HTML.
    content: content.content.length > 0 ? content : emptyContent,
    injectCSS: false,
    shouldRerenderOnTransaction: false,
    editorProps: {
      transformPastedHTML: cleanPastedHtml,
      handleKeyDown: (_view, event) => {
        const isLink = (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === 'k'
        // The browser has a use of its own for these keys.
        if (isLink) event.preventDefault()
        if (isLink) setLinking(true)
        return isLink
      },
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
      <Toolbar editor={editor} controls={id} onLink={() => setLinking(true)} />
      <EditorContent editor={editor} />
      {isLinking ? <LinkDialog editor={editor} onClose={() => setLinking(false)} /> : null}
    </div>
  )
}
