import type { Person } from '#account/use-person.ts'
import type { Accounts } from '../accounts/use-accounts.ts'

/** The props of every child view. */
export interface ViewProps {
  readonly person: Person
  readonly accounts: Accounts
}
