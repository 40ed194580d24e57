import { adminConsoleTexts } from '@portal/contract/console-texts'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { unreachable } from '#api/problem.ts'
import { asProblem } from '#api/send.ts'
import { usePopup } from '#session/popup.tsx'
import { Button } from '#ui/button/button.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { Notice } from '#ui/text/notice.tsx'
import { t } from '#ui/text/t.ts'
import { serverError, useShowFailure } from './server-error.ts'
import classes from './delete-dialog.module.css'

/** An item that can be deleted. */
interface Deletable {
  readonly id: number
  readonly name: string
  /** More about it, because several may have the same name. */
  readonly about?: string
}

interface DeleteDialogProps {
  readonly items: readonly Deletable[]
  /** So many items, in words. */
  readonly counted: (items: number) => string
  /** What deleting them means. */
  readonly children: ReactNode
  /** The message when all have been deleted. */
  readonly deletedText: string
  readonly deleteOne: (id: number) => Promise<DeleteReply>
  readonly onClose: () => void
  /** Called when at least one has been deleted. */
  readonly onDeleted: () => void
}

type DeleteReply = { readonly result: 'Success' } | { readonly result: 'Failed'; readonly description: string }

/** An item that could not be deleted, and why. */
interface Kept {
  readonly id: number
  readonly name: string
  readonly reason: string
  /** No reply arrived. */
  readonly isLost: boolean
}

/** Asks before deleting the named items, and says why when some of them could not be deleted (A§2, A§8). */
export function DeleteDialog(props: DeleteDialogProps) {
  const { items, counted, children, deletedText, onClose, onDeleted } = props
  const popup = usePopup()
  const remove = useMutation({
    mutationFn: async () => {
      const kept = await deleteEach(props)
      // None of the calls got through: reported once, and deleting can be tried again.
      if (kept.length === items.length && kept.every(({ isLost }) => isLost)) throw unreachable()
      return { all: items.length, kept }
    },
    onError: useShowFailure(),
    onSuccess: ({ all, kept }) => {
      if (kept.length < all) onDeleted()
      if (kept.length > 0) return
      onClose()
      popup.show({ kind: 'success', message: deletedText })
    },
  })
  if (remove.data && remove.data.kept.length > 0) return <Outcome {...remove.data} onClose={onClose} />
  const count = counted(items.length)
  return (
    <Dialog
      open
      urgent
      title={t('Delete {count}?', { count })}
      onClose={remove.isPending ? undefined : onClose}
      actions={
        <>
          <Button look="danger" busy={remove.isPending} onClick={() => remove.mutate()}>
            {t('Delete {count}', { count })}
          </Button>
          <Button look="secondary" blocked={remove.isPending} onClick={onClose}>
            {t('Cancel')}
          </Button>
        </>
      }
    >
      <ul className={classes.names}>
        {items.map(({ id, name, about }) => (
          <li key={id}>
            <strong>{name}</strong>
            {about === undefined ? null : `, ${about}`}
          </li>
        ))}
      </ul>
      <p>{children}</p>
    </Dialog>
  )
}

interface OutcomeProps {
  readonly all: number
  readonly kept: readonly Kept[]
  readonly onClose: () => void
}

function Outcome({ all, kept, onClose }: OutcomeProps) {
  return (
    <ResultDialog title={t('Some were not deleted')} onClose={onClose}>
      <Notice tone="error" title={t('{deleted} of {all} deleted. Not deleted:', { deleted: all - kept.length, all })}>
        <ul>
          {kept.map(({ id, name, reason }) => (
            <li key={id}>
              <strong>{name}</strong>: {reason}
            </li>
          ))}
        </ul>
      </Notice>
    </ResultDialog>
  )
}

/** Makes one call per item (A§7); a failed one does not stop the others, unless all others would fail like it. */
async function deleteEach({ items, deleteOne }: DeleteDialogProps): Promise<Kept[]> {
  const kept: Kept[] = []
  for (const { id, name } of items) {
    const why = await whyKept(async () => await deleteOne(id))
    if (why) kept.push({ id, name, ...why })
  }
  return kept
}

async function whyKept(deleteOne: () => Promise<DeleteReply>): Promise<Omit<Kept, 'id' | 'name'> | null> {
  try {
    const reply = await deleteOne()
    return reply.result === 'Success' ? null : { reason: reply.description, isLost: false }
  } catch (error) {
    const { name, isUncertain } = asProblem(error)
    // Whoever asks was deleted or moved to another level meanwhile: the console sees to that.
    if (name === 'not-signed-in' || name === 'not-allowed') throw error
    return { reason: serverError(error).message, isLost: isUncertain }
  }
}

interface ResultDialogProps {
  readonly title: string
  readonly onClose: () => void
  readonly children: ReactNode
}

/** The result of an action, with Okay (A§2). */
export function ResultDialog({ title, onClose, children }: ResultDialogProps) {
  return (
    <Dialog
      open
      urgent
      title={title}
      onClose={onClose}
      actions={<Button onClick={onClose}>{t(adminConsoleTexts.okay)}</Button>}
    >
      {children}
    </Dialog>
  )
}
