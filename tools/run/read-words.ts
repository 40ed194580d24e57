import { argv } from 'node:process'
import { z } from 'zod'

/** What somebody has typed after a command, and the command cannot use; the message says why. */
export class WrongWords extends Error {
  override readonly name = 'WrongWords'
}

/**
 * Reads what was typed after a command, or says how the command is used: on standard output when `--help` asks for it,
 * else on standard error, after what is wrong, which is exit code 2.
 * @returns null when there is nothing left to do
 */
export function readWords<Words>(usage: string, read: () => Words): Words | null {
  if (argv.some((word) => ['--help', '-h'].includes(word))) {
    console.log(usage)
    return null
  }
  try {
    return read()
  } catch (error) {
    if (!isAboutWords(error)) throw error
    console.error(`${error instanceof z.ZodError ? z.prettifyError(error) : error.message}\n\n${usage}`)
    process.exitCode = 2
    return null
  }
}

function isAboutWords(error: unknown): error is Error {
  if (error instanceof WrongWords || error instanceof z.ZodError) return true
  return error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')
}
