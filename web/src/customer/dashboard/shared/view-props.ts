import type { Accounts } from './use-accounts.ts'
import type { Person } from './use-person.ts'

/** The props of every child view. */
export interface ViewProps {
  readonly person: Person
  readonly accounts: Accounts
}
