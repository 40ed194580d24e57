import { deleteAnnouncement } from '@portal/contract/announcement-editing'
import { announcementConsoleTexts } from '@portal/contract/announcement-editing-texts'
import { send } from '#api/send.ts'
import { DeleteDialog } from '../view-parts/delete-dialog.tsx'
import type { Announcement } from './announcement.ts'

interface DeleteAnnouncementsProps {
  readonly announcements: readonly Announcement[]
  readonly onClose: () => void
  /** Called when at least one has been deleted. */
  readonly onDeleted: () => void
}

/** Asks before deleting announcements (A§2). */
export function DeleteAnnouncements({ announcements, onClose, onDeleted }: DeleteAnnouncementsProps) {
  return (
    <DeleteDialog
      items={announcements.map(({ id, title }) => ({ id, name: title }))}
      nouns={['announcement', 'announcements']}
      deletedText={announcementConsoleTexts.deleted}
      deleteOne={async (id) => await send(deleteAnnouncement, { body: { id } })}
      onClose={onClose}
      onDeleted={onDeleted}
    >
      Customers will no longer see them. This can’t be undone.
    </DeleteDialog>
  )
}
