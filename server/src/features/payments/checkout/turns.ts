import { type Instant, later } from '@portal/contract/dates'
import type { Db } from '../../../database/connect.ts'
import type { Deps } from '../../../deps.ts'
import type { Work } from '../../../foundation/work/loop.ts'
import { sweep } from '../../../foundation/work/sweep.ts'
import type { Turn } from '../store.ts'

/** The turn of a request that begins now: the one after the last that was taken. */
export async function nextTurn(db: Db, sessionId: number, idempotencyKey: string): Promise<Turn> {
  const last = await db
    .selectFrom('checkout_turn')
    .select('nth')
    .where('session_id', '=', sessionId)
    .where('idempotency_key', '=', idempotencyKey)
    .orderBy('nth', 'desc')
    .limit(1)
    .executeTakeFirst()
  return { sessionId, idempotencyKey, nth: last ? last.nth + 1 : 0 }
}

/** Takes a turn, unless it is taken. Waits for a payment that is just beginning with it. */
export async function takeTurn(db: Db, turn: Turn, at: Instant): Promise<void> {
  await db
    .insertInto('checkout_turn')
    .values({ session_id: turn.sessionId, idempotency_key: turn.idempotencyKey, nth: turn.nth, taken_at: at })
    .onConflict((taken) => taken.doNothing())
    .execute()
}

const day = 24 * 60 * 60_000

/** Forgets the turns of payments once no request of theirs can be under way any more. */
export function turnSweep(deps: Pick<Deps, 'db' | 'clock'>): Work {
  return sweep(deps, 'checkout-turn-sweep', {
    table: 'checkout_turn',
    key: 'idempotency_key',
    over: 'taken_at',
    until: (now) => later(now, -day),
    restMilliseconds: 60 * 60_000,
  })
}
