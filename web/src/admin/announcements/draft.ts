import {
  announcementConsoleTexts,
  announcementImageTypes,
  largestAnnouncementImage,
} from '@portal/contract/announcement-editing-texts'
import { longestAnnouncementTitle } from '@portal/contract/announcements-texts'
import type { RichText } from '@portal/contract/rich-text'
import type { Announcement } from './announcement.ts'

/** What the form is about: a new announcement, or one that there is. */
export type Draft =
  | { readonly kind: 'add'; readonly hasMedia: boolean }
  | { readonly kind: 'edit'; readonly announcement: Announcement }

/** What stands in the form. */
export interface DraftValues {
  title: string
  /** The editor's JSON, as text. */
  content: string
  type: 'Image' | 'Video'
  file: File | null
  /** The pasted embed code. */
  code: string
}

const empty: RichText = { type: 'doc', content: [] }

/** The words the form starts with. */
export function firstContent(draft: Draft): RichText {
  return draft.kind === 'edit' ? draft.announcement.content : empty
}

/** What the form starts with. */
export function firstValues(draft: Draft): DraftValues {
  const start = { content: JSON.stringify(firstContent(draft)), file: null, code: '' }
  if (draft.kind === 'add') return { ...start, title: '', type: 'Image' }
  return { ...start, title: draft.announcement.title, type: draft.announcement.type ?? 'Image' }
}

/** Whether the announcement has an image or a video. */
export function hasMedia(draft: Draft): boolean {
  return draft.kind === 'edit' ? draft.announcement.type !== null : draft.hasMedia
}

/** Whether another image or video is on its way to the server. */
export function sendsMedia(draft: Draft, values: DraftValues): boolean {
  return hasMedia(draft) && (values.type === 'Image' ? values.file !== null : values.code.trim() !== '')
}

/** What is wrong with the form, by field (A§5): title always, file or embed code on adding and on changing the kind. */
export function checkDraft(draft: Draft, values: DraftValues): Partial<Record<keyof DraftValues, string>> {
  const keepsMedia = draft.kind === 'edit' && draft.announcement.type === values.type
  const isMissing = hasMedia(draft) && !keepsMedia && !sendsMedia(draft, values)
  return {
    ...titleErrors(values.title.trim()),
    ...(values.type === 'Image' && hasMedia(draft) ? fileErrors(values.file, isMissing) : {}),
    ...(values.type === 'Video' && isMissing ? { code: announcementConsoleTexts.videoRequired } : {}),
  }
}

function titleErrors(title: string): { title?: string } {
  if (title === '') return { title: announcementConsoleTexts.titleRequired }
  return title.length > longestAnnouncementTitle ? { title: announcementConsoleTexts.titleTooLong } : {}
}

function fileErrors(file: File | null, isMissing: boolean): { file?: string } {
  if (file === null) return isMissing ? { file: announcementConsoleTexts.imageRequired } : {}
  if (file.size > largestAnnouncementImage) return { file: announcementConsoleTexts.imageTooHeavy }
  const isKnown = announcementImageTypes.some((type) => type === file.type)
  return isKnown && file.size > 0 ? {} : { file: announcementConsoleTexts.imageUnknown }
}
