import type { Cents } from '@portal/contract/money'
import { type PhonedInAccount, phonedInTexts } from '@portal/contract/phoned-in'
import { type ReactNode, Fragment, useId, useRef } from 'react'
import { useClearOfBar } from '#payment/accounts-to-pay/use-clear-of-bar.ts'
import { PhoneIcon } from '#ui/icons.tsx'
import { dollars } from '#ui/text/format.ts'
import { Notice } from '#ui/text/notice.tsx'
import { plural, t } from '#ui/text/t.ts'
import { Retry } from '../view-parts/view-frame.tsx'
import type { LookUp } from './use-phoned-in.ts'
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
  const bar = useRef<HTMLDivElement>(null)
  useClearOfBar(bar)
  return (
    <div className={classes.frame}>
      <div className={classes.panes}>
        <div className={classes.list}>{children}</div>
        <aside className={classes.pane} aria-labelledby={labelId}>
          <div ref={bar} className={`${shared.bar} ${classes.bar}`}>
            <div className={`${shared.sum} ${classes.sum}`}>
              <h2 id={labelId} className={classes.title}>
                {label}
              </h2>
              <p className={shared.chosen}>{plural(count, '1 account selected', '{count} accounts selected')}</p>
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

/** The names and numbers of the accounts being paid, visible from the first tick until the payment is made. */
export function PayingFor({ accounts }: { readonly accounts: readonly PhonedInAccount[] }) {
  return (
    <div role="status" className={classes.payingFor}>
      {accounts.length > 0 ? (
        <div className={classes.banner}>
          <PhoneIcon size={24} />
          <p>
            {t('You’re taking a payment for')}
            {ownersOf(accounts).map(({ personId, fullName, numbers }, index, { length }) => (
              <Fragment key={personId}>
                {' '}
                <span className={classes.owner}>
                  <strong>{fullName}</strong> <span className={classes.numbers}>{numbers.join(', ')}</span>
                  {index < length - 1 ? ';' : ''}
                </span>
              </Fragment>
            ))}
          </p>
        </div>
      ) : null}
    </div>
  )
}

/** Each person once, with their account numbers. */
function ownersOf(accounts: readonly PhonedInAccount[]) {
  const people = new Map(accounts.map(({ personId, fullName }) => [personId, fullName]))
  return [...people].map(([personId, fullName]) => ({
    personId,
    fullName,
    numbers: accounts.filter((account) => account.personId === personId).map(({ accID }) => accID),
  }))
}

/** Shows what could not be looked up: single accounts with their reasons (A§8), or the whole search. */
export function LookUpProblems({ lookUp }: { readonly lookUp: LookUp }) {
  const { failed, error, isPending, lookAgain } = lookUp
  if (error && !isPending) {
    return <Retry error={error} onTryAgain={lookAgain} />
  }
  if (failed.length === 0) return null
  return (
    <Notice
      tone="error"
      role="alert"
      title={
        failed.length === 1
          ? t('1 account was not found.')
          : t('{length} accounts were not found.', { length: failed.length })
      }
    >
      {failed.map(({ accountId, description }) => (
        <p key={accountId}>{t(phonedInTexts.lookUpFailed, { description: t(description), accountId })}</p>
      ))}
    </Notice>
  )
}
