import type { Writable } from 'node:stream'

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
