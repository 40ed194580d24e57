import type { Cents } from '@portal/contract/money'
import { type ReactNode, useId } from 'react'
import { dollars } from '#account/dollars.ts'
import shared from '#payment/accounts-to-pay/pay-bar.module.css'
import classes from './panes.module.css'

interface PanesProps {
  /** The name of the right pane. */
  readonly label: string
  /** How many accounts are chosen, and the label of their total. */
  readonly count: number
  readonly term: string
  readonly total: Cents
  /** The button to continue, which stays visible with the total. */
  readonly action: ReactNode
  /** The buttons to go back. */
  readonly ways: ReactNode
  readonly children: ReactNode
}

/**
 * The accounts on the left and the chosen ones' total on the right, always visible; below the list where there is no
 * room.
 */
export function Panes({ label, count, term, total, action, ways, children }: PanesProps) {
  const labelId = useId()
  return (
    <div className={classes.frame}>
      <div className={classes.panes}>
        <div className={classes.list}>{children}</div>
        <aside className={classes.pane} aria-labelledby={labelId}>
          <div className={`${shared.bar} ${classes.bar}`}>
            <div className={`${shared.sum} ${classes.sum}`}>
              <h2 id={labelId} className={classes.title}>
                {label}
              </h2>
              <p className={shared.chosen}>{count === 1 ? '1 account selected' : `${count} accounts selected`}</p>
              <p className={classes.total} role="status">
                <span>{term}</span> <strong>{dollars(total)}</strong>
              </p>
            </div>
            <div className={classes.action}>{action}</div>
          </div>
          <div className={classes.ways}>{ways}</div>
        </aside>
      </div>
    </div>
  )
}
