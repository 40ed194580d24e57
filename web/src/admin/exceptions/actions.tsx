import type { ExceptionDetails } from '@portal/contract/exceptions'
import {
  type ExceptionAction,
  actionExplanations,
  exceptionActions,
  exceptionsTexts,
} from '@portal/contract/exceptions-texts'
import { useState } from 'react'
import { Button } from '#ui/button/button.tsx'
import { ResultDialog } from '../view-parts/result-dialog.tsx'
import { ActionDialog } from './action-dialog.tsx'
import classes from './exceptions.module.css'

/** Actions that ask a partner once more and decide nothing themselves. One of them stands out; what resolves never does. */
const asksAgain: readonly ExceptionAction[] = ['inquire', 'retryPosting', 'retryReversal']

/** The actions that are possible for a payment, a button for each; each asks for a reason first. */
export function Actions({ payment }: { readonly payment: ExceptionDetails }) {
  const [open, setOpen] = useState<ExceptionAction | null>(null)
  const [done, setDone] = useState<{ action: ExceptionAction; text: string } | null>(null)
  if (payment.actions.length === 0 && !open && !done) return null
  return (
    <div className={classes.buttons} data-no-print>
      {payment.actions.map((action, index) => (
        <Button
          key={action}
          look={index === 0 && asksAgain.includes(action) ? 'primary' : 'secondary'}
          onClick={() => setOpen(action)}
        >
          {exceptionActions[action]}
        </Button>
      ))}
      {open ? (
        <ActionDialog
          payment={payment}
          action={open}
          onClose={() => setOpen(null)}
          onDone={(after) => {
            setOpen(null)
            setDone({ action: open, text: doneText(open, after) })
          }}
        />
      ) : null}
      {done ? (
        <ResultDialog title={exceptionActions[done.action]} onClose={() => setDone(null)}>
          <p>{done.text}</p>
        </ResultDialog>
      ) : null}
    </div>
  )
}

/** A payment about which the card network could not say anything is not resolved yet. */
function doneText(action: ExceptionAction, { approvalRequests }: ExceptionDetails): string {
  const isAsked = approvalRequests.some(({ state, kind }) => state === 'ASKED' && kind === action)
  return isAsked ? exceptionsTexts.needsApproval : actionExplanations[action].done
}
