import {
  insertAnnouncement,
  insertTextAnnouncement,
  replaceAnnouncement,
  updateAnnouncement,
} from '@portal/contract/announcement-editing'
import type { ReplyOf } from '@portal/contract/call'
import { sendForm } from '#api/send-form.ts'
import { send } from '#api/send.ts'
import { type Draft, type DraftValues, hasMedia, sendsMedia } from './draft.ts'

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
