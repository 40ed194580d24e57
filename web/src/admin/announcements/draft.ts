import {
  type ListedAnnouncement,
  announcementConsoleTexts,
  announcementImageTypes,
  largestAnnouncementImage,
} from '@portal/contract/announcement-editing'
import type { FrontAnnouncement, RichText } from '@portal/contract/announcements'
import { longestAnnouncementTitle } from '@portal/contract/announcements-texts'
import { t } from '#ui/text/t.ts'

/** An announcement of the list, with its content parsed. */
export interface Announcement extends Omit<ListedAnnouncement, 'content'> {
  readonly content: RichText
}

/** An announcement with an image or video, in the shape that visitors receive; null when it has neither. */
export function asShown({ id, title, content, type, featured_image, images }: Announcement): FrontAnnouncement | null {
  if (type === null || featured_image === null) return null
  const words = { id, title, content, featured_image }
  return type === 'Image' ? { ...words, type, images } : { ...words, type }
}

/** The subject of the form: a new announcement, or an existing one. */
export type Draft =
  | { readonly kind: 'add'; readonly hasMedia: boolean }
  | { readonly kind: 'edit'; readonly announcement: Announcement }

/** The values of the form. */
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

/** The initial content. */
export function firstContent(draft: Draft): RichText {
  return draft.kind === 'edit' ? draft.announcement.content : empty
}

/** The initial values of the form. */
export function firstValues(draft: Draft): DraftValues {
  const start = { content: JSON.stringify(firstContent(draft)), file: null, code: '' }
  if (draft.kind === 'add') return { ...start, title: '', type: 'Image' }
  return { ...start, title: draft.announcement.title, type: draft.announcement.type ?? 'Image' }
}

/** Whether the announcement has an image or video. */
export function hasMedia(draft: Draft): boolean {
  return draft.kind === 'edit' ? draft.announcement.type !== null : draft.hasMedia
}

/** Whether the form sends a new image or video. */
export function sendsMedia(draft: Draft, values: DraftValues): boolean {
  return hasMedia(draft) && (values.type === 'Image' ? values.file !== null : values.code.trim() !== '')
}

/**
 * The errors of the form by field (A§5): a title is always required, a file or embed code for a new announcement and
 * when the kind changes.
 */
export function checkDraft(draft: Draft, values: DraftValues): Partial<Record<keyof DraftValues, string>> {
  const keepsMedia = draft.kind === 'edit' && draft.announcement.type === values.type
  const isMissing = hasMedia(draft) && !keepsMedia && !sendsMedia(draft, values)
  return {
    ...titleErrors(values.title.trim()),
    ...(values.type === 'Image' && hasMedia(draft) ? fileErrors(values.file, isMissing) : {}),
    ...(values.type === 'Video' && isMissing ? { code: t(announcementConsoleTexts.videoRequired) } : {}),
  }
}

function titleErrors(title: string): { title?: string } {
  if (title === '') return { title: t(announcementConsoleTexts.titleRequired) }
  return title.length > longestAnnouncementTitle ? { title: t(announcementConsoleTexts.titleTooLong) } : {}
}

function fileErrors(file: File | null, isMissing: boolean): { file?: string } {
  if (file === null) return isMissing ? { file: t(announcementConsoleTexts.imageRequired) } : {}
  if (file.size > largestAnnouncementImage) return { file: t(announcementConsoleTexts.imageTooHeavy) }
  const isKnown = announcementImageTypes.some((type) => type === file.type)
  return isKnown && file.size > 0 ? {} : { file: t(announcementConsoleTexts.imageUnknown) }
}
