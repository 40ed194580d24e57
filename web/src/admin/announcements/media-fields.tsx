import { announcementConsoleTexts, announcementImageTypes } from '@portal/contract/announcement-editing'
import { useCallback, useState } from 'react'
import { AnnouncementMedia } from '#account/announcements/announcement.tsx'
import { usePortalStart } from '#api/portal-start.tsx'
import { TextAreaField, TextField } from '#ui/form/field.tsx'
import type { Form } from '#ui/form/use-form.ts'
import { t } from '#ui/text/t.ts'
import { type Draft, type DraftValues, asShown, type draftFields, mistakeAt } from './draft.ts'
import layout from '#ui/form/form-layout.module.css'
import classes from './announcements.module.css'

interface MediaFieldsProps {
  readonly draft: Draft
  readonly form: Form<typeof draftFields>
}

/** Image or video, with a file or an embed code (A§2, A§5); the current one is kept until another is given. */
export function MediaFields({ draft, form }: MediaFieldsProps) {
  const { profile } = usePortalStart()
  const { type, file } = form.values
  const [image, code] = [form.input('file'), form.input('code')]
  const [wereSeveral, setSeveral] = useState(false)
  // A file is told at once that it cannot be taken: choosing another one is all there is to do about it.
  const wrongFile = file === null ? undefined : mistakeAt('file', draft, form.values)
  const shown = draft.kind === 'edit' && draft.announcement.type === type ? asShown(draft.announcement) : null
  const choose = (choice: DraftValues['type']) => {
    // What the server refused for the other kind must not block the form, because its field is then out of sight.
    if (image.error && !mistakeAt('file', draft, form.values)) form.setFieldValue('file', null)
    if (code.error && !mistakeAt('code', draft, form.values)) form.setFieldValue('code', '')
    form.setFieldValue('type', choice)
  }
  return (
    <fieldset className={layout.fields}>
      <legend className={classes.label}>{t('Image or video')}</legend>
      <div className={classes.choices} id={form.input('type').id}>
        {(['Image', 'Video'] as const).map((choice) => (
          <label key={choice}>
            <input type="radio" name="announcement-type" checked={type === choice} onChange={() => choose(choice)} />
            {choice}
          </label>
        ))}
      </div>
      {shown && !(type === 'Image' && file) ? (
        <div className={classes.preview}>
          <p className={classes.note}>{t('Now:')}</p>
          <AnnouncementMedia announcement={shown} sizes="360px" />
        </div>
      ) : null}
      {/* Both stay, so that changing one's mind loses neither the file, which only the browser can choose, nor the code. */}
      <div hidden={type !== 'Image'}>
        <TextField
          id={image.id}
          // The browser itself keeps the chosen file.
          ref={(input) => {
            if (input && !file) input.value = ''
          }}
          type="file"
          label={shown ? t('New image') : t('Image')}
          hint={t(
            'JPEG, PNG, WebP or AVIF, up to 10 MB. Works best at 16:9, at least 1280 pixels wide. Larger images are resized and cropped, and camera data is removed.',
          )}
          required={!shown}
          accept={announcementImageTypes.join(',')}
          error={wereSeveral ? t(announcementConsoleTexts.oneImageOnly) : (image.error ?? wrongFile)}
          onDrop={(event) => {
            // Browsers would take the first one without a word, or open them all in place of the page.
            const isSeveral = event.dataTransfer.files.length > 1
            if (isSeveral) event.preventDefault()
            setSeveral(isSeveral)
          }}
          onChange={(event) => {
            setSeveral(false)
            form.setFieldValue('file', event.currentTarget.files?.[0] ?? null)
          }}
        />
      </div>
      {type === 'Image' && file ? (
        <ChosenImage key={`${file.name} ${file.lastModified} ${file.size}`} file={file} />
      ) : null}
      <div hidden={type !== 'Video'}>
        <TextAreaField
          label={shown ? t('New video embed code') : t('Video embed code')}
          hint={t(
            'On the video’s page, choose Share, then Embed. Allowed sites: {sites}. Only the address is taken from the code, not its size or other settings.',
            { sites: profile.videoHosts.join(' and ') },
          )}
          required={!shown}
          spellCheck={false}
          {...code}
          onChange={(event) => code.onChange(event.currentTarget.value)}
        />
      </div>
    </fieldset>
  )
}

/** A preview of the chosen file; nothing when the browser cannot display it. */
function ChosenImage({ file }: { readonly file: File }) {
  const [isShown, setShown] = useState(true)
  const show = useCallback(
    (image: HTMLImageElement) => {
      image.src = URL.createObjectURL(file)
      return () => URL.revokeObjectURL(image.src)
    },
    [file],
  )
  if (!isShown) return null
  return (
    <div className={classes.preview}>
      <p className={classes.note}>{file.name}</p>
      <img ref={show} alt="" onError={() => setShown(false)} />
    </div>
  )
}
