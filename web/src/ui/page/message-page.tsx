import type { ReactNode } from 'react'
import { PageHeading } from './page-heading.tsx'
import box from '#ui/page/card.module.css'
import classes from './message-page.module.css'

interface MessagePageProps {
  readonly title: string
  readonly lead: ReactNode
  /** Buttons and links. */
  readonly actions: ReactNode
  /** Whom to contact, in a card. */
  readonly help?: ReactNode
}

export function MessagePage({ title, lead, actions, help }: MessagePageProps) {
  return (
    <div className={classes.page}>
      <PageHeading title={title} />
      <p>{lead}</p>
      <div className={classes.actions}>{actions}</div>
      {help ? <section className={box.card}>{help}</section> : null}
    </div>
  )
}
