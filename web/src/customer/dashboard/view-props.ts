import type { Accounts } from './use-accounts.ts'
import type { Person } from './use-person.ts'

/** What every child view is given. */
export interface ViewProps {
  readonly person: Person
  readonly accounts: Accounts
}
