import pg from 'pg'

/** Another payment has the short number that was drawn. Nothing was recorded. */
export class NumberTaken extends Error {
  override readonly name = 'NumberTaken'
}

/** @returns any other error as it is */
export function asNumberTaken(error: unknown): unknown {
  const isTaken = error instanceof pg.DatabaseError && error.constraint === 'charge_attempt_short_number'
  return isTaken ? new NumberTaken('The short number belongs to another payment', { cause: error }) : error
}
