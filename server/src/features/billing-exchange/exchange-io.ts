import type { Clock } from '../../clock.ts'
import type { CommandOutput } from '../../foundation/command-line/command-line.ts'

/** What the commands that exchange files with the billing system get: fewer settings than the rest of the portal needs. */
export interface ExchangeIo extends CommandOutput {
  databaseUrl: string
  /** The division this portal serves. */
  division: string
  clock: Clock
  /** Somebody is watching: progress may be drawn in place. */
  isTerminal: boolean
}

/** `1 payment`, `1,200 payments`. */
export function counted(count: number, one: string): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? one : `${one}s`}`
}
