import type { Dispatch } from 'react'
import type { PhonedIn, PhonedInChange } from './cart.ts'
import type { LookUp } from './use-phoned-in.ts'

/** What each step of the flow is given. */
export interface StepProps {
  /** Who is signed in. */
  readonly adminId: number
  readonly state: PhonedIn
  readonly change: Dispatch<PhonedInChange>
  readonly lookUp: LookUp
}
