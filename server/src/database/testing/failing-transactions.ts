import type { Db, Tx } from '../connect.ts'

/**
 * What happens to a transaction.
 * - `refused`: it never begins.
 * - `rolledBack`: its commit fails, and nothing is recorded.
 * - `unanswered`: it commits, and the connection is lost before the answer.
 */
export type Fate = 'works' | 'refused' | 'rolledBack' | 'unanswered'

/**
 * The same database, but with the transactions that the test wants to fail.
 * @param fateOf is asked when the transaction begins; the first one is number 1
 */
export function failingTransactions(db: Db, fateOf: (nth: number) => Fate | Promise<Fate>): Db {
  let begun = 0
  const transaction = () => ({
    async execute<Result>(write: (tx: Tx) => Promise<Result>) {
      const fate = await fateOf(++begun)
      if (fate === 'refused') throw new Error('connection refused')
      const result = await db.transaction().execute(async (tx) => {
        const written = await write(tx)
        if (fate === 'rolledBack') throw new Error('connection lost')
        return written
      })
      if (fate === 'unanswered') throw new Error('connection lost')
      return result
    },
  })
  return new Proxy(db, { get: (target, name) => (name === 'transaction' ? transaction : propertyOf(target, name)) })
}

/** The same database, which cannot be reached anymore once `isAway` says so. */
export function absentDatabase(db: Db, isAway: () => boolean): Db {
  return new Proxy(db, {
    get(target, name) {
      if (isAway()) throw new Error('connection refused')
      return propertyOf(target, name)
    },
  })
}

/** Kysely's methods use private fields, so they are called on the database itself. */
function propertyOf(db: Db, name: string | symbol): unknown {
  const value: unknown = Reflect.get(db, name, db)
  if (typeof value !== 'function') return value
  const bound: unknown = value.bind(db)
  return bound
}
