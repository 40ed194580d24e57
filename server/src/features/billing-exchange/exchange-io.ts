import type { Clock } from '../../clock.ts'
import type { CommandOutput } from '../../foundation/command-line/command-line.ts'

/** What the file exchange commands get: they need fewer settings than the rest of the portal. */
export interface ExchangeIo extends CommandOutput {
  databaseUrl: string
  /** The division this portal serves. */
  division: string
  clock: Clock
  /** The output goes to a terminal: progress may be drawn in place. */
  isTerminal: boolean
}

/** `1 payment`, `1,200 payments`. */
export function counted(count: number, one: string): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? one : `${one}s`}`
}
