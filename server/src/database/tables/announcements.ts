import type { Instant } from '@portal/contract/dates'
import type { RichText } from '@portal/contract/rich-text'
import type { Generated, JSONColumnType } from 'kysely'

/** Announcements and their images (migration 0012). */
export interface AnnouncementTables {
  announcement: {
    id: Generated<number>
    title: string
    content: JSONColumnType<RichText>
    type: 'Image' | 'Video' | null
    video_address: string | null
    is_visible: Generated<boolean>
    position: Generated<number>
    version: Generated<number>
    created_at: Instant
    changed_at: Instant
  }
  announcement_image: {
    name: string
    announcement_id: number
    media_type: 'image/avif' | 'image/webp'
    /** Pixels. */
    width: number
    height: number
    bytes: Buffer
  }
}
