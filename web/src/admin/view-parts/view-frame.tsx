import type { ReactNode } from 'react'
import { ProblemNotice } from '#api/problem-notice.tsx'
import { PageHeading } from '#ui/page/page-heading.tsx'
import { serverError } from './server-error.ts'
import classes from './view-frame.module.css'

interface ViewFrameProps {
  readonly title: string
  /** The name of the part of the view that is shown, if it has parts: it begins the document title. */
  readonly part?: string | undefined
  /** One line of help. */
  readonly lead?: ReactNode
  /** The actions of the view, beside the heading. */
  readonly actions?: ReactNode
  readonly hasError?: boolean
  readonly children: ReactNode
}

/** The frame of a console view: heading, a line of help, actions, and the content. */
export function ViewFrame({ title, part, lead, actions, hasError = false, children }: ViewFrameProps) {
  return (
    <div className={classes.view}>
      <div className={classes.head}>
        <div className={classes.heading}>
          <PageHeading title={part ? `${part} – ${title}` : title} hasError={hasError}>
            {title}
          </PageHeading>
          {lead ? <p className={classes.lead}>{lead}</p> : null}
        </div>
        {actions ? <div className={classes.actions}>{actions}</div> : null}
      </div>
      {children}
    </div>
  )
}

interface RetryProps {
  readonly error: unknown
  readonly onTryAgain: () => unknown
}

/**
 * Shown in place of a part of the console that failed to load: the reason in the console's wording (A§8), and a button
 * to try again.
 */
export function Retry({ error, onTryAgain }: RetryProps) {
  return <ProblemNotice problem={serverError(error)} onTryAgain={onTryAgain} />
}
