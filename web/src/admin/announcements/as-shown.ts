import type { FrontAnnouncement } from '@portal/contract/announcements'
import type { Announcement } from './announcement.ts'

/** An announcement with an image or video, in the shape that visitors receive; null when it has neither. */
export function asShown({ id, title, content, type, featured_image, images }: Announcement): FrontAnnouncement | null {
  if (type === null || featured_image === null) return null
  const words = { id, title, content, featured_image }
  return type === 'Image' ? { ...words, type, images } : { ...words, type }
}
