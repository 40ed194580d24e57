import type { Writable } from 'node:stream'

export interface CommandOutput {
  write(text: string): void
}

export interface CommandIo<Needed> extends CommandOutput {
  /** Called only when the command was written correctly. */
  open(): Promise<Opened<Needed>> | Opened<Needed>
}

interface Opened<Needed> {
  deps: Needed
  close(): Promise<void>
}

/** Usage errors are 2, refusals 1. */
export type ExitCode = 0 | 1 | 2

/** Null when the command was written incorrectly. */
export function parsedOrNull<T>(parse: () => T): T | null {
  try {
    return parse()
  } catch (error) {
    if (error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')) return null
    throw error
  }
}

export async function withOpened<Needed, Result>(
  io: CommandIo<Needed>,
  work: (deps: Needed) => Promise<Result>,
): Promise<Result> {
  const { deps, close } = await io.open()
  try {
    return await work(deps)
  } finally {
    await close()
  }
}

/** A command whose reader stops, as `| head` does, still works to the end, with its own exit code. */
export function outliveReaders(outputs: readonly Writable[]): void {
  for (const output of outputs) {
    output.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error
    })
  }
}
