import { type ListedAnnouncement, deleteAnnouncement } from '@portal/contract/announcement-editing'
import { announcementConsoleTexts } from '@portal/contract/announcement-editing-texts'
import { useMutation } from '@tanstack/react-query'
import { send } from '#api/send.ts'
import { usePopup } from '#session/popup.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Notice } from '#ui/notice.tsx'
import { ResultDialog } from '../result-dialog.tsx'
import { serverError } from '../server-error.ts'
import classes from './announcements.module.css'

interface DeleteAnnouncementsProps {
  readonly announcements: readonly ListedAnnouncement[]
  readonly onClose: () => void
  /** At least one is gone. */
  readonly onDeleted: () => void
}

/** An announcement that could not be deleted, and why. */
interface Kept {
  readonly title: string
  readonly reason: string
}

/** Asks before deleting, by title, and says of each that could not be deleted why (A§2, A§8). */
export function DeleteAnnouncements({ announcements, onClose, onDeleted }: DeleteAnnouncementsProps) {
  const popup = usePopup()
  const remove = useMutation({
    networkMode: 'always',
    mutationFn: async () => ({ all: announcements.length, kept: await deleteEach(announcements) }),
    onSuccess: ({ kept }) => {
      onDeleted()
      if (kept.length > 0) return
      onClose()
      popup.show({ kind: 'success', message: announcementConsoleTexts.deleted })
    },
  })
  if (remove.data && remove.data.kept.length > 0) return <Outcome {...remove.data} onClose={onClose} />
  const count = announcements.length === 1 ? '1 announcement' : `${announcements.length} announcements`
  return (
    <Dialog
      open
      urgent
      title={`Delete ${count}?`}
      {...(remove.isPending ? {} : { onClose })}
      actions={
        <>
          <Button busy={remove.isPending} onClick={() => remove.mutate()}>
            Delete {count}
          </Button>
          <Button look="secondary" blocked={remove.isPending} onClick={onClose}>
            Cancel
          </Button>
        </>
      }
    >
      <ul className={classes.names}>
        {announcements.map(({ id, title }) => (
          <li key={id}>
            <strong>{title}</strong>
          </li>
        ))}
      </ul>
      <p>Customers do not see them any more, and they cannot be brought back.</p>
    </Dialog>
  )
}

function Outcome({
  all,
  kept,
  onClose,
}: {
  readonly all: number
  readonly kept: readonly Kept[]
  readonly onClose: () => void
}) {
  return (
    <ResultDialog title="Not all were deleted" onClose={onClose}>
      <Notice tone="error" title={`${all - kept.length} of ${all} deleted. Not deleted:`}>
        <ul>
          {kept.map(({ title, reason }) => (
            <li key={title}>
              <strong>{title}</strong>: {reason}
            </li>
          ))}
        </ul>
      </Notice>
    </ResultDialog>
  )
}

/** One call for each (A§7); one that fails does not keep the others. */
async function deleteEach(announcements: readonly ListedAnnouncement[]): Promise<Kept[]> {
  const kept: Kept[] = []
  for (const { id, title } of announcements) {
    const reason = await deleteOne(id)
    if (reason !== null) kept.push({ title, reason })
  }
  return kept
}

async function deleteOne(id: number): Promise<string | null> {
  try {
    const reply = await send(deleteAnnouncement, { body: { id } })
    return reply.result === 'Success' ? null : reply.description
  } catch (error) {
    return serverError(error).message
  }
}
