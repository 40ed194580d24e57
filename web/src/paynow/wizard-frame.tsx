import { payNowTexts } from '@portal/contract/pay-now'
import type { ReactNode } from 'react'
import { PageHeading } from '#ui/page-heading.tsx'
import { Steps } from '#ui/steps.tsx'
import classes from './wizard.module.css'

interface WizardFrameProps {
  /** From 0. */
  readonly step: number
  readonly title: string
  readonly lead?: string
  readonly hasError?: boolean
  /** Stands above the heading: what went wrong. */
  readonly summary?: ReactNode
  /** Stands beside the step on wide screens, above it on narrow ones. */
  readonly aside?: ReactNode
  readonly children: ReactNode
}

/** One step of Pay Now: how far along, what it is about, and its card. */
export function WizardFrame({ step, title, lead, hasError, summary, aside, children }: WizardFrameProps) {
  return (
    <div className={classes.wizard} data-wide={aside ? true : undefined}>
      <Steps label="Pay Now" names={payNowTexts.steps} current={step} />
      {summary}
      <div className={classes.heading}>
        <PageHeading title={title} hasError={hasError ?? false} />
        {lead ? <p className={classes.lead}>{lead}</p> : null}
      </div>
      <div className={classes.columns}>
        {aside ? <aside className={classes.aside}>{aside}</aside> : null}
        <div className={classes.card}>{children}</div>
      </div>
    </div>
  )
}
