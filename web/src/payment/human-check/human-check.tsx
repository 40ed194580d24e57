import { humanCheckTexts } from '@portal/contract/human-check'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { ProblemNotice } from '#api/problem-notice.tsx'
import { Button } from '#ui/button/button.tsx'
import { CheckIcon, ShieldIcon } from '#ui/icons.tsx'
import { Spinner } from '#ui/waiting/spinner.tsx'
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
              {check.state === 'verified' ? humanCheckTexts.verified : humanCheckTexts.title}
            </p>
          }
        />
        {check.state === 'unverified' ? (
          <Button type="submit" look="secondary">
            {humanCheckTexts.verify}
          </Button>
        ) : null}
        {check.state === 'verifying' ? (
          <Button look="secondary" onClick={cancel}>
            {humanCheckTexts.cancel}
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
export function HumanCheckStatus({ check, title }: HumanCheckStatusProps) {
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
  if (check.state === 'verifying') return `${humanCheckTexts.verifying}, this takes a few seconds.`
  if (check.state === 'verified') return 'Verified. You can continue.'
  return (check.problem ? null : check.reason) ?? 'Select the button to confirm you’re a person. There’s no puzzle.'
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
