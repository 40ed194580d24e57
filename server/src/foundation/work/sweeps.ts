import { epochOf, later } from '@portal/contract/dates'
import { sql } from 'kysely'
import type { Database } from '../../database/tables.ts'
import type { Deps } from '../../deps.ts'
import type { Work } from './loop.ts'

const day = 24 * 60 * 60_000
const batch = 1000

type Needed = Pick<Deps, 'db' | 'clock'> & { config: Pick<Deps['config'], 'CLIENT_NOTE_DAYS'> }

interface Expiry<Table extends keyof Database> {
  table: Table
  key: keyof Database[Table] & string
  /** It must be indexed. */
  over: keyof Database[Table] & string
  /** The column is not an instant but milliseconds since 1970. */
  isEpoch?: boolean
  /** Such a table is swept once an hour, others once a minute. */
  keptDays?: number
}

/** Deletes the rows whose time is over, for every table that has such rows. */
export function sweeps(deps: Needed): Work[] {
  return [
    sweep(deps, { table: 'session', key: 'id', over: 'expires_at' }),
    sweep(deps, { table: 'known_browser', key: 'id', over: 'expires_at' }),
    sweep(deps, { table: 'enrolment', key: 'handle', over: 'expires_at' }),
    sweep(deps, { table: 'recovery', key: 'handle', over: 'expires_at' }),
    // An expired challenge is refused first, so its uses are no longer needed.
    sweep(deps, { table: 'spent_human_check', key: 'id', over: 'expires_at' }),
    sweep(deps, { table: 'rate_limit', key: 'key', over: 'expire', isEpoch: true }),
    sweep(deps, { table: 'unknown_login', key: 'name_digest', over: 'tried_at', keptDays: 90 }),
    // Emails contain names, addresses and payments. One that could not be delivered was given up long before.
    sweep(deps, { table: 'email', key: 'id', over: 'queued_at', keptDays: 90 }),
    sweep(deps, { table: 'email_trouble', key: 'id', over: 'at', keptDays: 90 }),
    // A bill may come back into the data, as after an import of older ones.
    sweep(deps, { table: 'bill_image', key: 'bill_id', over: 'missing_since', keptDays: 90 }),
    // The cards stay; how they came to be saved is of no use later.
    sweep(deps, { table: 'card_saving', key: 'id', over: 'ended_at', keptDays: 90 }),
    sweep(deps, { table: 'card_detachment', key: 'method', over: 'detached_at', keptDays: 90 }),
    // No request of a payment is under way for a day.
    sweep(deps, { table: 'checkout_turn', key: 'idempotency_key', over: 'taken_at', keptDays: 1 }),
    // The gateway itself tells of no older one.
    sweep(deps, { table: 'gateway_event', key: 'id', over: 'received_at', keptDays: 60 }),
    // What was sent is shown for 13 months; until then it is what keeps a cause from being sent twice.
    sweep(deps, { table: 'notification', key: 'id', over: 'found_at', keptDays: 396 }),
    sweep(deps, { table: 'text_reply', key: 'id', over: 'at', keptDays: 396 }),
    sweep(deps, { table: 'text_answer', key: 'number', over: 'answered_at', keptDays: 2 }),
    // What clients said happened (insert-transaction-logs). The log of the payments themselves is kept forever.
    sweep(deps, {
      table: 'payment_client_note',
      key: 'id',
      over: 'noted_at',
      keptDays: deps.config.CLIENT_NOTE_DAYS,
    }),
  ]
}

/** Oldest first. Rows that another transaction is writing are left to the next batch. */
function sweep<Table extends keyof Database>(
  { db, clock }: Needed,
  { table, key, over, isEpoch, keptDays }: Expiry<Table>,
): Work {
  const [rows, id, end] = [sql.table(table), sql.ref(key), sql.ref(over)]
  return {
    name: `sweep of ${table}`,
    restMilliseconds: keptDays === undefined ? 60_000 : 60 * 60_000,
    async run() {
      const until = later(clock.now(), -(keptDays ?? 0) * day)
      const deleted = await sql`
        delete from ${rows} where ${id} = any(array(
          select ${id} from ${rows} where ${end} <= ${isEpoch ? epochOf(until) : until}
          order by ${end} limit ${batch} for update skip locked))`.execute(db)
      return Number(deleted.numAffectedRows ?? 0n)
    },
  }
}
