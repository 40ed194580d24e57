import type { ListedAnnouncement } from '@portal/contract/announcement-editing'
import type { RichText } from '@portal/contract/rich-text'

/** An announcement of the list, its content opened. */
export interface Announcement extends Omit<ListedAnnouncement, 'content'> {
  readonly content: RichText
}
