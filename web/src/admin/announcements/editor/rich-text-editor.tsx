import { leftOutOfPaste } from '@portal/contract/announcement-editing'
import type { RichText } from '@portal/contract/announcements'
import { EditorContent, useEditor } from '@tiptap/react'
import { useState } from 'react'
import { t } from '#ui/text/t.ts'
import { type LeftOut, cleanPastedHtml } from './clean-pasted-html.ts'
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

/** What was left out of the last paste or drop, and how many there were. */
interface Loss {
  readonly pastes: number
  readonly what: readonly LeftOut[]
}

const emptyContent: RichText = { type: 'doc', content: [{ type: 'paragraph' }] }

/**
 * The editor of an announcement's content, with the tools of A§5. It works on JSON only, cleans what is pasted or dropped
 * before it is parsed (R14), and tells what was left out.
 */
export function RichTextEditor({ id, labelledBy, describedBy, content, onChange }: RichTextEditorProps) {
  const [isLinking, setLinking] = useState(false)
  const [loss, setLoss] = useState<Loss>({ pastes: 0, what: [] })
  const lose = (one: LeftOut) => setLoss(({ pastes, what }) => ({ pastes, what: [...new Set([...what, one])] }))
  /** Called before the editor reads what is pasted or dropped; files are not for it, nor for the browser to open. */
  const begin = (event: Event, data: DataTransfer | null) => {
    setLoss(({ pastes }) => ({ pastes: pastes + 1, what: [] }))
    const isText =
      data === null || data.files.length === 0 || data.getData('text/plain') + data.getData('text/html') !== ''
    if (isText) return false
    event.preventDefault()
    lose('images')
    return true
  }
  const editor = useEditor({
    extensions,
    // Not left empty: the library would then parse its own default text as HTML.
    content: content.content.length > 0 ? content : emptyContent,
    injectCSS: false,
    shouldRerenderOnTransaction: false,
    editorProps: {
      transformPastedHTML: (html) => cleanPastedHtml(html, lose),
      handleDOMEvents: {
        paste: (_view, event) => begin(event, event.clipboardData),
        drop: (_view, event) => begin(event, event.dataTransfer),
      },
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
      <div role="status">
        {loss.what.length > 0 ? (
          // Another one for each paste, so that the same words are announced again.
          <p key={loss.pastes} className={classes.leftOut}>
            {t('Removed from your content: {kinds}.', {
              kinds: loss.what.map((one) => t(leftOutOfPaste[one])).join('; '),
            })}
          </p>
        ) : null}
      </div>
      {isLinking ? <LinkDialog editor={editor} onClose={() => setLinking(false)} /> : null}
    </div>
  )
}
