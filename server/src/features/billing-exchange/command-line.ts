import type { Clock } from '../../clock.ts'

/** What a command of the operator's command line gets from it. */
export interface CommandIo {
  databaseUrl: string
  /** The division this portal serves. */
  division: string
  clock: Clock
  /** Writes to standard output. */
  write(text: string): void
  /** Somebody is watching: progress may be drawn in place. */
  isTerminal: boolean
}

/** How a command ended: the exit code of the process. Usage errors are 2, refusals 1. */
export type ExitCode = 0 | 1 | 2

/** What `parseArgs` understood, or null when the words of the command are not right. */
export function parsedOrNull<T>(parse: () => T): T | null {
  try {
    return parse()
  } catch (error) {
    if (error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')) return null
    throw error
  }
}

/** `1 payment`, `1,200 payments`. */
export function counted(count: number, one: string): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? one : `${one}s`}`
}
