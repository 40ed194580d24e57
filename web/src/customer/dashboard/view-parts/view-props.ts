import type { Accounts } from '../accounts/use-accounts.ts'
import type { Person } from '../accounts/use-person.ts'

/** The props of every child view. */
export interface ViewProps {
  readonly person: Person
  readonly accounts: Accounts
}
