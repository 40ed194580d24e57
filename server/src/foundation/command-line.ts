import type { Writable } from 'node:stream'

/** Where a command of the operator's command line prints its messages: standard output. */
export interface CommandOutput {
  write(text: string): void
}

/** What a command that works with the portal's database and partners gets. */
export interface CommandIo<Needed> extends CommandOutput {
  /** Connects to them. Called only when the command was written correctly. */
  open(): { deps: Needed; close(): Promise<void> }
}

/** How a command ended: the exit code of the process. Usage errors are 2, refusals 1. */
export type ExitCode = 0 | 1 | 2

/** The result of `parseArgs`, or null when the command was written incorrectly. */
export function parsedOrNull<T>(parse: () => T): T | null {
  try {
    return parse()
  } catch (error) {
    if (error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')) return null
    throw error
  }
}

/** Opens what a command needs, does its work, and closes it again however the work ends. */
export async function withOpened<Needed, Result>(
  io: CommandIo<Needed>,
  work: (deps: Needed) => Promise<Result>,
): Promise<Result> {
  const { deps, close } = io.open()
  try {
    return await work(deps)
  } finally {
    await close()
  }
}

/**
 * Lets a command finish when the program that reads its output stops, as `| head` does. The work, such as an import, is
 * done to the end, and the command ends with its own exit code.
 */
export function outliveReaders(outputs: readonly Writable[]): void {
  for (const output of outputs) {
    output.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error
    })
  }
}
