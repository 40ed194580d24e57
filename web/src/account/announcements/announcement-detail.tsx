import type { FrontAnnouncement } from '@portal/contract/announcements'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { AnnouncementMedia } from './announcement-media.tsx'
import { RichTextView } from './rich-text.tsx'
import classes from './announcement-detail.module.css'

interface DetailProps {
  /** Null while the dialog is closed. */
  readonly announcement: FrontAnnouncement | null
  readonly onClose: () => void
}

/** The whole announcement in a dialog, opened by Read More (C§2.2). */
export function AnnouncementDetail({ announcement, onClose }: DetailProps) {
  if (!announcement) return null
  return (
    <Dialog open wide title={announcement.title} onClose={onClose}>
      <div className={classes.detail}>
        <AnnouncementMedia announcement={announcement} sizes="(max-width: 45em) 100vw, 672px" />
        <RichTextView text={announcement.content} />
      </div>
    </Dialog>
  )
}
