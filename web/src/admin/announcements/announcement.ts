import type { ListedAnnouncement } from '@portal/contract/announcement-editing'
import type { RichText } from '@portal/contract/rich-text'

/** An announcement of the list, with its content parsed. */
export interface Announcement extends Omit<ListedAnnouncement, 'content'> {
  readonly content: RichText
}
