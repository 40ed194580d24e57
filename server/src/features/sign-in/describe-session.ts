import type { ReplyOf } from '@portal/contract/call'
import { epochOf } from '@portal/contract/dates'
import type { readSession } from '@portal/contract/sign-in'
import type { CustomerCaller } from '../../caller.ts'
import type { Deps } from '../../deps.ts'

/** Who is signed in, and how long the server keeps the session without further activity (C§4). */
export function describeSession({ clock }: Pick<Deps, 'clock'>, customer: CustomerCaller): ReplyOf<typeof readSession> {
  const { username, personId, mustChangePassword, endsAt } = customer
  const secondsLeft = Math.max(0, Math.ceil((epochOf(endsAt) - epochOf(clock.now())) / 1000))
  return { username, personId, mustChangePassword, endsAt, secondsLeft }
}
