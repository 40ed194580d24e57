import type { Writable } from 'node:stream'

/**
 * Whoever reads what a command prints may stop, as `| head` does: the command does its work to the end all the same, such
 * as an import, and ends with its own exit code.
 */
export function outliveReaders(outputs: readonly Writable[]): void {
  for (const output of outputs) {
    output.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error
    })
  }
}
