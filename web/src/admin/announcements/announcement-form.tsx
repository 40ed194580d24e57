import { announcementConsoleTexts } from '@portal/contract/announcement-editing'
import { Suspense, useEffect, useRef, useState } from 'react'
import { RichTextView } from '#account/announcements/rich-text.tsx'
import { ProblemNotice } from '#api/problem-notice.tsx'
import { LeaveDialog, UnsavedChanges } from '#session/leaving/unsaved-changes.tsx'
import { Button } from '#ui/button/button.tsx'
import { ErrorSummary } from '#ui/form/error-summary.tsx'
import { ErrorText } from '#ui/form/field.tsx'
import { Fields } from '#ui/form/fields.tsx'
import { useForm } from '#ui/form/use-form.ts'
import { Notice } from '#ui/text/notice.tsx'
import { t } from '#ui/text/t.ts'
import { Loading } from '#ui/waiting/loading.tsx'
import { lazyComponent } from '#ui/waiting/online.ts'
import { ViewFrame } from '../view-parts/view-frame.tsx'
import { type Announcement, draftFields, draftRules, firstContent, firstValues, hasMedia, sendsMedia } from './draft.ts'
import { type OpenedForm, forgetForm, rememberForm } from './form-memory.ts'
import { MediaFields } from './media-fields.tsx'
import { useSave } from './use-save.ts'
import box from '#ui/page/card.module.css'
import classes from './announcements.module.css'

const RichTextEditor = lazyComponent(async () => (await import('./editor/rich-text-editor.tsx')).RichTextEditor)

interface AnnouncementFormProps extends OpenedForm {
  readonly adminId: number
  /** Fetches all announcements again. */
  readonly refresh: () => Promise<readonly Announcement[]>
  readonly onClose: () => void
}

const { title: titleField } = draftFields

/**
 * Add Announcement and Update Announcement (A§2, A§5). Whatever goes wrong, the input is kept, even when the session
 * ends before it is saved (docs/readings.md).
 */
export function AnnouncementForm({ draft, typed, adminId, refresh, onClose }: AnnouncementFormProps) {
  const [first] = useState(() => firstValues(draft))
  const { form, attempt, errors, onSubmit, refuse } = useForm(draftFields, {
    initial: typed?.values ?? first,
    rules: draftRules(draft),
  })
  const content = form.input('content')
  const save = useSave({ refuse, refresh, onSaved: onClose })
  const [isLeaving, setLeaving] = useState(false)
  const isChanged = Object.entries(form.values).some(
    ([name, value]) => value !== new Map(Object.entries(first)).get(name),
  )
  useEffect(() => {
    if (isChanged) rememberForm(adminId, draft, form.values)
    else forgetForm()
  }, [adminId, draft, form.values, isChanged])
  // Saved or cancelled. A page that is left because the session has ended does not get here.
  useEffect(() => forgetForm, [])
  const title =
    draft.kind === 'add' ? t(announcementConsoleTexts.addAnnouncement) : t(announcementConsoleTexts.updateAnnouncement)
  return (
    <ViewFrame title={title} hasError={errors.length > 0}>
      <form
        noValidate
        className={`${box.card} ${classes.form}`}
        onSubmit={onSubmit((values) => {
          if (!save.isSaving) save.send({ draft, values })
        })}
      >
        <ErrorSummary errors={errors} attempt={attempt} />
        {typed ? (
          <Notice tone="info" role="status" title={t(announcementConsoleTexts.typedBefore)}>
            {typed.hadFile ? <p>{t(announcementConsoleTexts.chooseImageAgain)}</p> : null}
          </Notice>
        ) : null}
        {save.problem ? <ProblemNotice problem={save.problem} /> : null}
        {save.conflict ? (
          <ChangedMeanwhile
            theirs={save.conflict}
            onReplace={(announcement) => save.send({ draft: { kind: 'edit', announcement }, values: form.getValues() })}
          />
        ) : null}
        <Fields form={form} of={{ title: titleField }} />
        <div className={classes.field}>
          <p id="announcement-content-label" className={classes.label}>
            {t('Content')}
          </p>
          {content.error ? <ErrorText id="announcement-content-error">{content.error}</ErrorText> : null}
          <Suspense fallback={<Loading what={t('Loading the editor')} rows={3} />}>
            <RichTextEditor
              id={content.id}
              labelledBy="announcement-content-label"
              describedBy={content.error ? 'announcement-content-error' : null}
              content={typed?.content ?? firstContent(draft)}
              onChange={content.onChange}
            />
          </Suspense>
        </div>
        {hasMedia(draft) ? <MediaFields draft={draft} form={form} /> : null}
        {save.isSaving && sendsMedia(draft, form.values) ? <Progress part={save.progress} /> : null}
        <div className={classes.buttons}>
          <Button type="submit" busy={save.isSaving}>
            {draft.kind === 'add' ? t('Add') : t('Update')}
          </Button>
          <Button look="secondary" blocked={save.isSaving} onClick={isChanged ? () => setLeaving(true) : onClose}>
            {t('Cancel')}
          </Button>
        </div>
      </form>
      <UnsavedChanges areThere={isChanged} hint="adminId" />
      {isLeaving ? <LeaveDialog onKeep={() => setLeaving(false)} onLeave={onClose} /> : null}
    </ViewFrame>
  )
}

/** The progress of an upload, and then of the server's work on it. */
function Progress({ part }: { readonly part: number }) {
  const isSent = part >= 1
  return (
    <div className={classes.progress}>
      <p id="announcement-progress" role="status">
        {isSent ? t('Uploaded. Resizing…') : t('Uploading…')}
      </p>
      <progress aria-labelledby="announcement-progress" max={1} value={isSent ? undefined : part} />
    </div>
  )
}

interface ChangedMeanwhileProps {
  /** The announcement as somebody else has changed it. */
  readonly theirs: Announcement
  readonly onReplace: (theirs: Announcement) => void
}

/**
 * Says that somebody else has changed the announcement in the meantime, shows their version, and offers to replace it.
 */
export function ChangedMeanwhile({ theirs, onReplace }: ChangedMeanwhileProps) {
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // In braces: newer browsers return a promise, which React would take for a clean-up function.
    notice.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <Notice ref={notice} tone="warning" role="alert" title={t(announcementConsoleTexts.changedMeanwhile)}>
      <p>{t('Your changes aren’t saved yet. They’re still below. The current version:')}</p>
      <div className={classes.theirs}>
        <p>
          <strong>{theirs.title}</strong>
        </p>
        <RichTextView text={theirs.content} />
      </div>
      <Button look="secondary" onClick={() => onReplace(theirs)}>
        {t('Overwrite with my version')}
      </Button>
    </Notice>
  )
}
