import type { PhonedInAccount } from '@portal/contract/phoned-in'
import { PhoneIcon } from '#ui/icons.tsx'
import classes from './paying-for.module.css'

/** Whose accounts are being paid, by name and number: in view from the first tick to the payment itself. */
export function PayingFor({ accounts }: { readonly accounts: readonly PhonedInAccount[] }) {
  return (
    <div role="status">
      {accounts.length > 0 ? (
        <div className={classes.banner}>
          <PhoneIcon size={24} />
          <p>
            You are taking a payment for{' '}
            {ownersOf(accounts).map(({ personId, fullName, numbers }, index) => (
              <span key={personId}>
                {index > 0 ? '; ' : ''}
                <strong>{fullName}</strong> <span className={classes.numbers}>{numbers.join(', ')}</span>
              </span>
            ))}
          </p>
        </div>
      ) : null}
    </div>
  )
}

interface Owner {
  readonly personId: string
  readonly fullName: string
  readonly numbers: readonly string[]
}

function ownersOf(accounts: readonly PhonedInAccount[]): Owner[] {
  const byPerson = Map.groupBy(accounts, ({ personId }) => personId)
  return [...byPerson].map(([personId, own]) => ({
    personId,
    fullName: own[0]?.fullName ?? '',
    numbers: own.map(({ accID }) => accID),
  }))
}
