import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'

export interface User {
  uid: number
  gid: number
}

interface Finished {
  code: number
  output: string
}

/** Runs a command to its end, as another user when one is given. Never throws for a failing or missing command. */
export function run(command: readonly string[], user?: User): Promise<Finished> {
  return new Promise((resolve) => {
    const child = spawnAs(command, user, { stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    const take = (chunk: Buffer): void => {
      output += chunk.toString()
    }
    child.stdout?.on('data', take)
    child.stderr?.on('data', take)
    child.once('error', (error) => resolve({ code: 127, output: error.message }))
    child.once('close', (code) => resolve({ code: code ?? 1, output }))
  })
}

/** Starts a command, as another user when one is given. The working folder is one that everybody may enter. */
export function spawnAs(command: readonly string[], user: User | undefined, options: SpawnOptions): ChildProcess {
  const [program = '', ...parameters] = command
  return spawn(program, parameters, {
    cwd: '/',
    env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' },
    ...user,
    ...options,
  })
}

const setpriv = ['/usr/bin/setpriv', '/bin/setpriv'].find((path) => existsSync(path))

/**
 * The command, wrapped so that the kernel sends it this signal when our process dies, even by kill -9. Unchanged where
 * `setpriv` is missing; then the next start finds and stops the orphan.
 */
export function tiedToUs(signal: 'INT' | 'TERM' | 'KILL', command: readonly string[]): readonly string[] {
  return setpriv ? [setpriv, '--pdeathsig', signal, ...command] : command
}

export function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null
}
