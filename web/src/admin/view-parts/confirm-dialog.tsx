import type { ReactNode } from 'react'
import { ProblemNotice } from '#api/problem-notice.tsx'
import { Button } from '#ui/button/button.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { t } from '#ui/text/t.ts'
import { serverError } from './server-error.ts'

interface ConfirmDialogProps {
  readonly title: string
  /** Says again what was pressed. */
  readonly button: string
  readonly confirm: {
    readonly isPending: boolean
    readonly isError: boolean
    readonly error: unknown
    readonly mutate: () => void
  }
  readonly onClose: () => void
  /** A question. */
  readonly children: ReactNode
}

/** A second look at what a person does outside of the portal and marks here. */
export function ConfirmDialog({ title, button, confirm, onClose, children }: ConfirmDialogProps) {
  return (
    <Dialog
      open
      title={title}
      onClose={confirm.isPending ? undefined : onClose}
      actions={
        <>
          <Button busy={confirm.isPending} onClick={() => confirm.mutate()}>
            {button}
          </Button>
          <Button look="secondary" blocked={confirm.isPending} onClick={onClose}>
            {t('Cancel')}
          </Button>
        </>
      }
    >
      {confirm.isError ? <ProblemNotice problem={serverError(confirm.error)} /> : null}
      <p>{children}</p>
    </Dialog>
  )
}
