import { announcementConsoleTexts } from '@portal/contract/announcement-editing-texts'
import { isSafeLink } from '@portal/contract/links'
import type { Editor } from '@tiptap/react'
import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { TextField } from '#ui/field.tsx'
import { linkAddress } from './link-address.ts'

interface LinkDialogProps {
  readonly editor: Editor
  readonly onClose: () => void
}

/**
 * Where the selected words lead: a page, an e-mail address or a telephone. Without a selection the address is written
 * out.
 */
export function LinkDialog({ editor, onClose }: LinkDialogProps) {
  const before: unknown = editor.getAttributes('link').href
  const [typed, setTyped] = useState(typeof before === 'string' ? before : '')
  const [isWrong, setWrong] = useState(false)
  const address = linkAddress(typed)
  const finish = () => {
    onClose()
    // After the dialog has given the focus back to what opened it.
    setTimeout(() => editor.commands.focus())
  }
  const link = () => {
    if (!isSafeLink(address)) {
      setWrong(true)
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
  const remove = () => {
    editor.chain().extendMarkRange('link').unsetLink().run()
    finish()
  }
  return (
    <Dialog
      open
      holdsForm
      begin="field"
      title="Link"
      onClose={finish}
      actions={
        <>
          <Button onClick={link}>Set link</Button>
          {before ? (
            <Button look="secondary" onClick={remove}>
              Remove link
            </Button>
          ) : null}
        </>
      }
    >
      <TextField
        id="link-address"
        label="Where it leads"
        hint="A page, such as water.example/news; an e-mail address; or a phone number."
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        value={typed}
        error={isWrong && !isSafeLink(address) ? announcementConsoleTexts.contentLink : null}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          // It stands within the form of the announcement, which must not be sent by it.
          event.preventDefault()
          link()
        }}
      />
    </Dialog>
  )
}
