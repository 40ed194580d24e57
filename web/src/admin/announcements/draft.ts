import {
  type ListedAnnouncement,
  announcementConsoleTexts,
  announcementImageTypes,
  largestAnnouncementImage,
} from '@portal/contract/announcement-editing'
import type { FrontAnnouncement, RichText } from '@portal/contract/announcements'
import { longestAnnouncementTitle } from '@portal/contract/announcements-texts'
import { own, text } from '#ui/form/fields.tsx'
import type { FormRule, ValuesOf } from '#ui/form/use-form.ts'
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

/** The fields of the form; `content` is the editor's JSON, as text. */
export const draftFields = {
  title: text({ id: 'announcement-title', label: t('Title'), required: true }),
  content: own('', { id: 'announcement-content' }),
  type: own<'Image' | 'Video'>('Image', { id: 'announcement-type' }),
  file: own<File | null>(null, { id: 'announcement-file' }),
  code: own('', { id: 'announcement-code' }),
}
export type DraftValues = ValuesOf<typeof draftFields>

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

/** A title is always required, a file or embed code for a new announcement and when the kind changes (A§5). */
export function draftRules(draft: Draft): readonly FormRule<DraftValues>[] {
  const isMissing = (values: DraftValues) => {
    const keepsMedia = draft.kind === 'edit' && draft.announcement.type === values.type
    return hasMedia(draft) && !keepsMedia && !sendsMedia(draft, values)
  }
  const image = (isGood: (file: File) => boolean) => (values: DraftValues) =>
    !hasMedia(draft) || values.type !== 'Image' || values.file === null || isGood(values.file)
  const texts = announcementConsoleTexts
  return [
    { at: 'title', message: t(texts.titleRequired), isMet: ({ title }) => title.trim() !== '' },
    {
      at: 'title',
      message: t(texts.titleTooLong),
      isMet: ({ title }) => title.trim().length <= longestAnnouncementTitle,
    },
    { at: 'file', message: t(texts.imageRequired), isMet: (values) => values.type !== 'Image' || !isMissing(values) },
    { at: 'file', message: t(texts.imageTooHeavy), isMet: image(({ size }) => size <= largestAnnouncementImage) },
    {
      at: 'file',
      message: t(texts.imageUnknown),
      isMet: image((file) => file.size > 0 && announcementImageTypes.some((type) => type === file.type)),
    },
    { at: 'code', message: t(texts.videoRequired), isMet: (values) => values.type !== 'Video' || !isMissing(values) },
  ]
}

/** What is wrong with a field now, whether or not it is said yet. */
export function mistakeAt(at: keyof DraftValues, draft: Draft, values: DraftValues): string | undefined {
  return draftRules(draft).find((rule) => rule.at === at && !rule.isMet(values))?.message
}
