import {
  insertAnnouncement,
  insertTextAnnouncement,
  replaceAnnouncement,
  updateAnnouncement,
  announcementConsoleTexts,
} from '@portal/contract/announcement-editing'
import type { ReplyOf } from '@portal/contract/call'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiProblem } from '#api/problem.ts'
import { sendForm } from '#api/send-form.ts'
import { asProblem, send } from '#api/send.ts'
import { usePopup } from '#session/popup.tsx'
import type { Refuse } from '#ui/form/use-form.ts'
import { t } from '#ui/text/t.ts'
import { serverError } from '../view-parts/server-error.ts'
import { type Announcement, type Draft, type DraftValues, hasMedia, sendsMedia } from './draft.ts'

interface SaveOptions {
  readonly refuse: Refuse
  readonly refresh: () => Promise<readonly Announcement[]>
  readonly onSaved: () => void
}

/** The values to send, and the version they are based on: somebody else's once that has been shown. */
interface Sent {
  readonly draft: Draft
  readonly values: DraftValues
}

/**
 * Saves the form and reports it; when that fails, everything stays in the form (A§8). `conflict` is the announcement as
 * somebody else has changed it in the meantime.
 */
export function useSave({ refuse, refresh, onSaved }: SaveOptions) {
  const popup = usePopup()
  const [progress, setProgress] = useState(0)
  const [problem, setProblem] = useState<ApiProblem | null>(null)
  const [conflict, setConflict] = useState<Announcement | null>(null)
  const save = useMutation({
    mutationFn: async ({ draft, values }: Sent) => await saveDraft(draft, values, setProgress),
    onMutate: () => {
      setProgress(0)
      setProblem(null)
      setConflict(null)
    },
    onSuccess: async (reply, { draft, values }) => {
      if (reply.result === 'Success') {
        await refresh()
        onSaved()
        const message = draft.kind === 'add' ? t(announcementConsoleTexts.added) : t(announcementConsoleTexts.updated)
        popup.show({ kind: 'success', message })
        return
      }
      const { description } = reply
      const theirs = description === announcementConsoleTexts.changedMeanwhile ? newest(draft, await refresh()) : null
      if (theirs) setConflict(theirs)
      else if (sendsMedia(draft, values) && !isAboutAll(description)) {
        refuse([{ field: values.type === 'Image' ? 'file' : 'code', message: description }])
      } else setProblem(new ApiProblem({ name: 'refused', message: description }))
    },
    onError: (error, { values }) => {
      const cause = asProblem(error)
      const media = values.type === 'Image' ? 'file' : 'code'
      if (cause.errors.length > 0) {
        refuse(cause.errors.map(({ field, message }) => ({ field: field === 'myFile' ? media : field, message })))
      } else if (cause.name === 'too-large') refuse([heavier(values)])
      else if (cause.isUncertain) popup.show({ kind: 'danger', message: serverError(cause).message })
      else setProblem(cause)
    },
  })
  return { isSaving: save.isPending, progress, problem, conflict, send: save.mutate }
}

/** What to make smaller when the whole form was too much: the image, or the words with what was copied along. */
function heavier({ type, file, content }: DraftValues): Parameters<Refuse>[0][number] {
  return type === 'Image' && file !== null && file.size > content.length
    ? { field: 'file', message: t(announcementConsoleTexts.imageTooHeavy) }
    : { field: 'content', message: t(announcementConsoleTexts.contentTooLong) }
}

function newest(draft: Draft, all: readonly Announcement[]): Announcement | null {
  return (draft.kind === 'edit' && all.find(({ id }) => id === draft.announcement.id)) || null
}

/** Whether a refusal is about the announcement itself and not its image or video. */
function isAboutAll(description: string): boolean {
  const { gone, onePopUpOnly, changedMeanwhile } = announcementConsoleTexts
  return [gone, onePopUpOnly, changedMeanwhile].some((text) => text === description)
}

/**
 * Sends the form with the call that applies (A§7).
 * @throws ApiProblem
 */
export async function saveDraft(
  draft: Draft,
  values: DraftValues,
  onProgress: (part: number) => void,
): Promise<ReplyOf<typeof insertAnnouncement>> {
  const { title, content } = values
  if (draft.kind === 'add') {
    if (!hasMedia(draft)) return await sendForm(insertTextAnnouncement, { title, content })
    return await sendForm(insertAnnouncement, { title, content, ...mediaOf(values) }, onProgress)
  }
  const { id, type, featured_image, version } = draft.announcement
  if (sendsMedia(draft, values)) {
    return await sendForm(replaceAnnouncement, { id, version, title, content, ...mediaOf(values) }, onProgress)
  }
  return await send(updateAnnouncement, { body: { id, version, type, featured_image, title, content } })
}

function mediaOf({ type, file, code }: DraftValues) {
  // The form has been checked, so an image always comes with a file.
  return type === 'Image' ? { type, myFile: file ?? new File([], '') } : { type, myFile: code }
}
