import { humanCheckTexts } from '@portal/contract/human-check'
import { type ReactNode, useEffect, useEffectEvent, useId, useRef } from 'react'
import { ProblemNotice } from '#api/problem-notice.tsx'
import { Button } from '#ui/button/button.tsx'
import { CheckIcon, ShieldIcon, Spinner } from '#ui/icons.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { t } from '#ui/text/t.ts'
import type { HumanCheck, HumanCheckState } from './use-human-check.ts'
import classes from './human-check.module.css'

interface HumanCheckGateProps {
  readonly humanCheck: HumanCheck
  /** The Continue or Pay button, which appears once the visitor is verified. */
  readonly children: ReactNode
}

/**
 * Hides the submit button until the visitor is verified (C§2.6). There is no puzzle: the browser does some arithmetic
 * (WCAG 3.3.8). The Verify button is a submit button too, so that Enter in a field starts it.
 */
export function HumanCheckGate({ humanCheck, children }: HumanCheckGateProps) {
  const { check, cancel } = humanCheck
  const gate = useRef<HTMLDivElement>(null)
  useFocusFollowing(gate, check.state)
  const titleId = useId()
  return (
    <div ref={gate} className={classes.gate}>
      {check.state === 'unverified' && check.problem ? <ProblemNotice problem={check.problem} /> : null}
      <div className={classes.panel} data-state={check.state} role="group" aria-labelledby={titleId}>
        <HumanCheckStatus
          check={check}
          title={
            <p id={titleId} className={classes.title}>
              {check.state === 'verified' ? t(humanCheckTexts.verified) : t(humanCheckTexts.title)}
            </p>
          }
        />
        {check.state === 'unverified' ? (
          <Button type="submit" look="secondary">
            {t(humanCheckTexts.verify)}
          </Button>
        ) : null}
        {check.state === 'verifying' ? (
          <Button look="secondary" onClick={cancel}>
            {t(humanCheckTexts.cancel)}
          </Button>
        ) : null}
      </div>
      {check.state === 'verified' ? children : null}
    </div>
  )
}

interface HumanCheckStatusProps {
  readonly check: HumanCheckState
  readonly title?: ReactNode
}

/** The state of the verification as an icon and as text that is announced when it changes. */
function HumanCheckStatus({ check, title }: HumanCheckStatusProps) {
  return (
    <>
      <span className={classes.icon}>{iconOf(check)}</span>
      <div className={classes.words}>
        {title}
        <p className={classes.status} role="status">
          {statusOf(check)}
        </p>
      </div>
    </>
  )
}

function iconOf(check: HumanCheckState): ReactNode {
  if (check.state === 'verifying') return <Spinner size={28} />
  return check.state === 'verified' ? <CheckIcon size={28} /> : <ShieldIcon size={28} />
}

function statusOf(check: HumanCheckState): string {
  if (check.state === 'verifying')
    return t('{verifying}, this takes a few seconds.', { verifying: t(humanCheckTexts.verifying) })
  if (check.state === 'verified') return t('Verified. You can continue.')
  return (check.problem ? null : check.reason) ?? t('Select the button to confirm you’re a person. There’s no puzzle.')
}

/**
 * Each state replaces the pressed button; moves the focus to the next button instead of losing it to the top of the
 * page.
 */
function useFocusFollowing(gate: { readonly current: HTMLElement | null }, state: HumanCheckState['state']) {
  const before = useRef(state)
  useEffect(() => {
    if (before.current === state) return
    before.current = state
    const isLost = document.activeElement === document.body || gate.current?.contains(document.activeElement)
    if (!isLost) return
    const buttons = gate.current?.querySelectorAll('button')
    buttons?.item(buttons.length - 1).focus()
  }, [gate, state])
}

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
      {isVerifying ? t(humanCheckTexts.cancel) : t(humanCheckTexts.confirm)}
    </Button>
  )
}
