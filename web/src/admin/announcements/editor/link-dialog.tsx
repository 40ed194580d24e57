import { announcementConsoleTexts } from '@portal/contract/announcement-editing'
import { isSafeLink } from '@portal/contract/links'
import type { Editor } from '@tiptap/react'
import { useState } from 'react'
import { Button } from '#ui/button/button.tsx'
import { TextField } from '#ui/form/field.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { t } from '#ui/text/t.ts'

interface LinkDialogProps {
  readonly editor: Editor
  readonly onClose: () => void
}

/**
 * Asks for the target of a link on the selected words: a page, an e-mail address or a phone number. Without a
 * selection, it inserts the address itself.
 */
export function LinkDialog({ editor, onClose }: LinkDialogProps) {
  const before: unknown = editor.getAttributes('link').href
  const [typed, setTyped] = useState(typeof before === 'string' ? before : '')
  /** How often an address was refused: each time its message is announced anew. */
  const [refusals, setRefusals] = useState(0)
  const address = linkAddress(typed)
  const finish = () => {
    onClose()
    // After the dialog has returned the focus to its opener.
    setTimeout(() => editor.commands.focus())
  }
  const link = () => {
    if (!isSafeLink(address)) {
      setRefusals((count) => count + 1)
      document.getElementById('link-address')?.focus()
      return
    }
    const isOnNothing = editor.state.selection.empty && !editor.isActive('link')
    if (isOnNothing) {
      editor.commands.insertContent({
        type: 'text',
        text: typed.trim(),
        marks: [{ type: 'link', attrs: { href: address } }],
      })
    } else editor.chain().extendMarkRange('link').setLink({ href: address }).run()
    finish()
  }
  const isOpen = /^http:/i.test(address)
  const why = isOpen ? t(announcementConsoleTexts.contentLinkOpen) : t(announcementConsoleTexts.contentLink)
  const isRefused = refusals > 0 && !isSafeLink(address)
  const remove = () => {
    editor.chain().extendMarkRange('link').unsetLink().run()
    finish()
  }
  return (
    <Dialog
      open
      holdsForm
      title={t('Link')}
      onClose={finish}
      actions={
        <>
          <Button onClick={link}>{t('Set link')}</Button>
          {isRefused && isOpen ? (
            <Button
              look="secondary"
              onClick={() => {
                setTyped(address.replace(/^http:/i, 'https:'))
                document.getElementById('link-address')?.focus()
              }}
            >
              {t(announcementConsoleTexts.takeHttps)}
            </Button>
          ) : null}
          {before ? (
            <Button look="secondary" onClick={remove}>
              {t('Remove link')}
            </Button>
          ) : null}
        </>
      }
    >
      <TextField
        id="link-address"
        label={t('Link to')}
        hint={t('A web page (water.example/news), an email address or a phone number')}
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        value={typed}
        error={isRefused ? <span key={refusals}>{why}</span> : null}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          // The dialog is inside the announcement's form, which Enter must not submit.
          event.preventDefault()
          link()
        }}
      />
    </Dialog>
  )
}

/** Completes an address typed without its protocol: an e-mail address, a phone number, or a web page. */
export function linkAddress(typed: string): string {
  const text = typed.trim()
  if (text === '' || /^[a-z][a-z0-9+.-]*:(?!\d)/i.test(text)) return text
  if (/^[^\s@/]+@[^\s@/]+$/.test(text)) return `mailto:${text}`
  if (/^\+?[\d\s().-]{7,}$/.test(text)) return `tel:${text.replaceAll(/[^\d+-]/g, '')}`
  return /\s/.test(text) || !text.includes('.') ? text : `https://${text}`
}
