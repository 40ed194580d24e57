import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { tiedToUs } from '../postgres/run.ts'
import { childEnvironment } from './child-environment.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** A program of this checkout running in its own process. It ends, at the latest, when our process does. */
export interface NodeProgram {
  readonly process: ChildProcess
  /** Resolves with its exit code when it has ended; null when a signal ended it. */
  readonly ended: Promise<number | null>
  kill(signal: NodeJS.Signals): void
}

/** @param onLine takes every line that it writes to either stream */
export function startProgram(
  script: string,
  settings: Record<string, string>,
  onLine: (line: string) => void,
): NodeProgram {
  const [command = '', ...parameters] = tiedToUs('KILL', [process.execPath, join(root, script)])
  const child = spawn(command, parameters, {
    env: childEnvironment(settings),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  createInterface(child.stdout).on('line', onLine)
  createInterface(child.stderr).on('line', onLine)
  const ended = once(child, 'exit').then(() => child.exitCode)
  return { process: child, ended, kill: (signal) => void child.kill(signal) }
}
