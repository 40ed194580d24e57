import { humanCheckTexts } from '@portal/contract/human-check'
import { useEffect, useEffectEvent } from 'react'
import { ProblemNotice } from '#api/problem-notice.tsx'
import { Button } from '#ui/button/button.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { HumanCheckStatus } from './human-check.tsx'
import type { HumanCheck } from './use-human-check.ts'
import classes from './human-check.module.css'

/** How long the dialog stays open after it has succeeded (A§4, A§9), in milliseconds. */
const closesAfter = 1000

interface HumanCheckDialogProps {
  readonly humanCheck: HumanCheck
  readonly onClose: () => void
}

/** 'Please Verify' (A§2): one press, no puzzle; closes by itself once the payer is verified. */
export function HumanCheckDialog({ humanCheck, onClose }: HumanCheckDialogProps) {
  const { check, start, cancel } = humanCheck
  const close = useEffectEvent(onClose)
  useEffect(() => {
    if (check.state !== 'verified') return undefined
    const timer = setTimeout(() => close(), closesAfter)
    return () => clearTimeout(timer)
  }, [check.state])
  return (
    <Dialog
      open
      title={humanCheckTexts.title}
      onClose={() => {
        if (check.state === 'verifying') cancel()
        onClose()
      }}
      actions={
        check.state === 'verified' ? null : (
          <ActionButton isVerifying={check.state === 'verifying'} {...{ start, cancel }} />
        )
      }
    >
      <div className={classes.gate}>
        {check.state === 'unverified' && check.problem ? <ProblemNotice problem={check.problem} /> : null}
        <div className={classes.panel} data-state={check.state}>
          <HumanCheckStatus check={check} />
        </div>
      </div>
    </Dialog>
  )
}

interface ActionButtonProps {
  readonly isVerifying: boolean
  readonly start: () => void
  readonly cancel: () => void
}

/** A single button that changes its action, so that it keeps the focus. */
function ActionButton({ isVerifying, start, cancel }: ActionButtonProps) {
  return (
    <Button look={isVerifying ? 'secondary' : 'primary'} onClick={isVerifying ? cancel : start}>
      {isVerifying ? humanCheckTexts.cancel : humanCheckTexts.confirm}
    </Button>
  )
}
