import type { Clock } from '../../clock.ts'
import type { CommandOutput } from '../../foundation/command-line/command-line.ts'

/** What the commands of the file exchange need, which is fewer settings than the rest of the portal. */
export interface ExchangeIo extends CommandOutput {
  databaseUrl: string
  /** The division this portal serves. */
  division: string
  clock: Clock
  /** Whether the output goes to a terminal, where progress may be drawn in place. */
  isTerminal: boolean
}

/** `1 payment`, `1,200 payments`. */
export function counted(count: number, one: string): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? one : `${one}s`}`
}
