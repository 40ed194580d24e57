import { humanCheckTexts } from '@portal/contract/human-check'
import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { ProblemNotice } from '#api/problem-notice.tsx'
import { Button, TextButton } from '#ui/button/button.tsx'
import { CheckIcon, ShieldIcon, Spinner } from '#ui/icons.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { t } from '#ui/text/t.ts'
import type { HumanCheck, HumanCheckState } from './use-human-check.ts'
import classes from './human-check.module.css'

/**
 * The label of the button that needs the verification (C§2.6, R29): Verify, and from when the visitor is verified
 * `goOn`. One press goes on either way.
 */
export function labelOf({ check, isAwaited }: HumanCheck, goOn: string): string {
  if (isAwaited) return t(humanCheckTexts.verifying)
  return check.state === 'verified' ? goOn : t(humanCheckTexts.verify)
}

/**
 * How the verification stands, below the button that needs it. There is no puzzle: the browser does some arithmetic
 * (WCAG 3.3.8).
 */
export function HumanCheckLine({ humanCheck }: { readonly humanCheck: HumanCheck }) {
  const { check, isAwaited, cancel } = humanCheck
  return (
    <div className={classes.line}>
      {check.state === 'unverified' && check.problem ? <ProblemNotice problem={check.problem} /> : null}
      <p className={classes.status} data-state={check.state}>
        {iconOf(check, 18)}
        <span role={check.state === 'unverified' && check.reason ? 'status' : undefined}>{statusOf(check)}</span>
        {isAwaited ? <TextButton onClick={cancel}>{t('Cancel')}</TextButton> : null}
      </p>
    </div>
  )
}

function iconOf(check: HumanCheckState, size: number): ReactNode {
  if (check.state === 'verifying') return <Spinner size={size} />
  return check.state === 'verified' ? <CheckIcon size={size} /> : <ShieldIcon size={size} />
}

function statusOf(check: HumanCheckState): string {
  if (check.state === 'verifying') return t(humanCheckTexts.verifying)
  if (check.state === 'verified') return t(humanCheckTexts.verified)
  return (check.problem ? null : check.reason) ?? t('Quick security check. No puzzle.')
}

/** How long the dialog stays open after it has succeeded (A§4, A§9), in milliseconds. */
const closesAfter = 1000

interface HumanCheckDialogProps {
  readonly humanCheck: HumanCheck
  readonly onClose: () => void
  /** Called when it has closed by itself. */
  readonly onVerified: () => void
}

/**
 * 'Please Verify' (A§2), when the verification in the background has failed: one press, no puzzle; closes by itself once
 * the payer is verified.
 */
export function HumanCheckDialog({ humanCheck, onClose, onVerified }: HumanCheckDialogProps) {
  const { check, start, cancel } = humanCheck
  const close = useEffectEvent(() => {
    onClose()
    onVerified()
  })
  useEffect(() => {
    if (check.state !== 'verified') return undefined
    const timer = setTimeout(() => close(), closesAfter)
    return () => clearTimeout(timer)
  }, [check.state])
  return (
    <Dialog
      open
      title={t(humanCheckTexts.title)}
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
          <span className={classes.icon}>{iconOf(check, 28)}</span>
          <p className={classes.words} role="status">
            {statusOf(check)}
          </p>
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
      {isVerifying ? t('Cancel') : t('Confirm you are human')}
    </Button>
  )
}
