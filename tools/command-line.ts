import { argv } from 'node:process'
import { z } from 'zod'

/** Thrown for arguments that a command cannot use; the message says why. */
export class WrongWords extends Error {
  override readonly name = 'WrongWords'
}

/**
 * Reads the arguments of a command, or prints how the command is used. With `--help`, the usage goes to standard
 * output. After a mistake, it goes to standard error, after the message, and the exit code is 2.
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

/** 1 or more. `20k` fails: it must not become a run of nothing, which would find no fault. */
export const WholeNumber = z.coerce.number().int().min(1)
