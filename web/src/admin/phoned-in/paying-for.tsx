import type { PhonedInAccount } from '@portal/contract/phoned-in'
import { Fragment } from 'react'
import { PhoneIcon } from '#ui/icons.tsx'
import classes from './paying-for.module.css'

/** The names and numbers of the accounts being paid, visible from the first tick until the payment is made. */
export function PayingFor({ accounts }: { readonly accounts: readonly PhonedInAccount[] }) {
  return (
    <div role="status">
      {accounts.length > 0 ? (
        <div className={classes.banner}>
          <PhoneIcon size={24} />
          <p>
            You’re taking a payment for{' '}
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
