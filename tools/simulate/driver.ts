import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import type { FaultDice } from './faults.ts'
import type { Scheduler, SimulatedProcess } from './scheduler.ts'

export interface Seat {
  process: SimulatedProcess
  scheduler: Scheduler
  dice: FaultDice
  /** Called when something was written, before anybody can go on. A single statement writes only leases and turns. */
  onChange: (what: 'leases' | 'all') => void
}

/**
 * The connections of one process as the faults see them (faults.ts). A process pauses before each transaction or single
 * statement, and after each that has written; there it may stand still or die. Between `begin` and `commit` nothing
 * pauses, because a sleeping holder of a lock would stop the whole world.
 */
export function faultyPool(pool: PostgresPool, seat: Seat): PostgresPool {
  return {
    options: pool.options,
    connect: async () => new FaultyClient(pool, seat),
    end: async () => undefined,
  }
}

/**
 * Three lengths of a standstill: just longer than a lease, so that the process wakes up in the middle of its
 * successor's work; much longer; and longer than it takes to prove that nothing was charged.
 */
const stalls = [61_000, 66_000, 72_000, 80_000, 90_000, 3 * 3_600_000] as const

const writes = /\b(?:insert into|update|delete from)\b/i
/** Whatever else is written changes nothing of a payment but when its work is due. */
const writesPayments =
  /\b(?:insert into|update|delete from) "?(?:checkout|charge_|account_hold|posting|reversal|dispute|hand_|ledger|payment_event)/i

/** Whether a statement says in which order its rows come. Others are sorted, so that a seed takes the same course. */
function isOrdered(text: string): boolean {
  return text.lastIndexOf('order by') > Math.max(text.lastIndexOf('from'), text.lastIndexOf('returning'))
}

function byText(one: unknown, other: unknown): number {
  return JSON.stringify(one) < JSON.stringify(other) ? -1 : 1
}

class FaultyClient implements PostgresPoolClient {
  readonly #pool: PostgresPool
  readonly #seat: Seat
  /** The real client. A process that pauses has none, because it may never come back. */
  #client: PostgresPoolClient | null = null
  #isWritten = false
  #isOfPayments = false
  #isBroken = false

  constructor(pool: PostgresPool, seat: Seat) {
    this.#pool = pool
    this.#seat = seat
  }

  query<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>>
  query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>
  query(text: string | object, values: readonly unknown[] = []): unknown {
    if (typeof text !== 'string') throw new TypeError('Cursors are not used here')
    if (this.#isBroken) throw new Error('Client has encountered a connection error and is not queryable')
    if (text === 'begin') return this.#begin()
    if (text === 'commit') return this.#commit()
    if (text === 'rollback') return this.#rollback()
    return this.#client ? this.#send(this.#client, text, values) : this.#single(text, values)
  }

  release(): void {
    this.#leave()
  }

  async #begin() {
    await this.#pause()
    this.#isWritten = false
    this.#isOfPayments = false
    this.#client = await this.#seat.scheduler.outside(this.#pool.connect())
    return await this.#send(this.#client, 'begin')
  }

  async #commit() {
    const client = this.#held()
    const isLie = this.#isWritten && this.#seat.dice.happens('commitLies')
    const result = await this.#send(client, isLie ? 'rollback' : 'commit')
    this.#leave()
    if (isLie) return { ...result, command: 'COMMIT' }
    if (this.#isWritten) await this.#afterWriting(this.#isOfPayments ? 'all' : 'leases')
    return result
  }

  async #rollback() {
    const result = await this.#send(this.#held(), 'rollback')
    this.#leave()
    return result
  }

  async #single(text: string, values: readonly unknown[]) {
    await this.#pause()
    const { scheduler } = this.#seat
    const client = await scheduler.outside(this.#pool.connect())
    this.#isWritten = false
    const result = await this.#send(client, text, values).finally(() => client.release())
    if (this.#isWritten) await this.#afterWriting('leases')
    return result
  }

  /** Before anything is sent. */
  async #pause(): Promise<void> {
    const { process, scheduler, dice } = this.#seat
    await scheduler.pause(process)
    scheduler.hasOnlyRead = true
    if (dice.happens('stall')) await scheduler.sleep(process, dice.pick(stalls))
    if (dice.happens('databaseRefuses')) throw new Error('serialization failure')
  }

  /** What was written stays, whatever happens to the process now. */
  async #afterWriting(what: 'leases' | 'all'): Promise<void> {
    const { process, scheduler, dice, onChange } = this.#seat
    onChange(what)
    await scheduler.pause(process)
    scheduler.hasOnlyRead = true
    if (dice.happens('stall')) await scheduler.sleep(process, dice.pick(stalls))
    if (!dice.happens('databaseForgetsToAnswer')) return
    this.#isBroken = true
    throw new Error('Connection terminated unexpectedly')
  }

  async #send(client: PostgresPoolClient, text: string, values: readonly unknown[] = []) {
    const { scheduler } = this.#seat
    const result = await scheduler.outside(client.query<never>(text, values))
    if (result.rows.length + (result.rowCount ?? 0) > 0 && writes.test(text)) {
      this.#isWritten = true
      this.#isOfPayments ||= writesPayments.test(text)
      scheduler.hasOnlyRead = false
      scheduler.written = text
    }
    if (result.rows.length > 1 && !isOrdered(text)) result.rows.sort(byText)
    return result
  }

  #held(): PostgresPoolClient {
    if (!this.#client) throw new Error('There is no transaction')
    return this.#client
  }

  #leave(): void {
    this.#client?.release()
    this.#client = null
  }
}
