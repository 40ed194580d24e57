import type { ListedAnnouncement } from '@portal/contract/announcement-editing'
import type { FrontAnnouncement } from '@portal/contract/announcements'

/** An announcement with an image or a video as visitors get it; null when it has neither. */
export function asShown({
  id,
  title,
  content,
  type,
  featured_image,
  images,
}: ListedAnnouncement): FrontAnnouncement | null {
  if (type === null || featured_image === null) return null
  const words = { id, title, content, featured_image }
  return type === 'Image' ? { ...words, type, images } : { ...words, type }
}
