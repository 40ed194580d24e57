import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { env } from 'node:process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { tiedToUs } from '../postgres/run.ts'

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
  const [command = '', ...parameters] = tiedToUs('TERM', [process.execPath, join(root, script)])
  const child = spawn(command, parameters, {
    env: childEnvironment(settings),
    stdio: ['ignore', 'pipe', 'pipe'],
    // It gets its own process group, so that Ctrl-C reaches only us, and we stop everything in order.
    detached: true,
  })
  createInterface(child.stdout).on('line', onLine)
  createInterface(child.stderr).on('line', onLine)
  const ended = once(child, 'close').then(() => child.exitCode)
  return { process: child, ended, kill: (signal) => void child.kill(signal) }
}

/** To its end. @throws Error when it fails; the terminal shows why */
export async function runProgram(
  script: string,
  parameters: readonly string[],
  { settings = {}, output = 'inherit' }: { settings?: Record<string, string>; output?: 'inherit' | 'ignore' } = {},
): Promise<void> {
  const child = spawn(process.execPath, [script, ...parameters], {
    cwd: root,
    env: { ...env, ...settings },
    stdio: ['inherit', output, 'inherit'],
  })
  await once(child, 'exit')
  if (child.exitCode !== 0) throw new Error(`${script} ${parameters[0] ?? ''} failed. See the error above.`)
}

/**
 * The environment of a process that is started with exactly these settings. In addition it gets only the path to
 * programs and the folder of Node's compile cache, so that each start need not compile our TypeScript again.
 */
export function childEnvironment(settings: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  return { PATH: env['PATH'], NODE_COMPILE_CACHE: env['NODE_COMPILE_CACHE'], ...settings }
}
