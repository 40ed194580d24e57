import { epochOf } from '@portal/contract/dates'
import type { readSession } from '@portal/contract/sign-in'
import type { ReplyOf } from '@portal/contract/call'
import type { CustomerCaller } from '../../caller.ts'
import type { Deps } from '../../deps.ts'
import { endOfSession } from '../../foundation/sessions/session.ts'

/** Who is signed in, and how long the server will still wait for a sign of life (C§4). */
export async function describeSession(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  customer: CustomerCaller,
): Promise<ReplyOf<typeof readSession>> {
  const now = clock.now()
  const endsAt = (await endOfSession(db, customer.id)) ?? now
  const secondsLeft = Math.max(0, Math.ceil((epochOf(endsAt) - epochOf(now)) / 1000))
  return { username: customer.username, personId: customer.personId, endsAt, secondsLeft }
}
