import type { Dispatch } from 'react'
import type { PhonedIn, PhonedInChange } from './cart.ts'
import type { LookUp } from './use-phoned-in.ts'

/** The props of each step of the flow. */
export interface StepProps {
  /** The signed-in administrator. */
  readonly adminId: number
  readonly state: PhonedIn
  readonly change: Dispatch<PhonedInChange>
  readonly lookUp: LookUp
}
