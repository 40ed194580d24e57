import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { hasEnded, tiedToUs } from '@portal/tools/postgres/run.ts'
import { childEnvironment } from '@portal/tools/world/child-environment.ts'

export interface Child {
  /** Rejects when it ends before that. */
  firstLine(): Promise<string>
  hasEnded(): boolean
  stop(signal?: NodeJS.Signals): Promise<void>
}

const root = fileURLToPath(new URL('../..', import.meta.url))

/** The settings are its whole environment. */
export function startChild(script: string, settings: Record<string, string>, logFile: string): Child {
  mkdirSync(dirname(logFile), { recursive: true })
  const log = createWriteStream(logFile, { flags: 'a' })
  const child = launch([script], settings, 'pipe')
  child.stdout?.pipe(log, { end: false })
  child.stderr?.pipe(log, { end: false })
  const spoken = child.stdout ? once(createInterface(child.stdout), 'line') : Promise.reject(new Error('No output'))
  const ended = once(child, 'exit')
  return {
    firstLine: async () => {
      const line = await Promise.race([spoken, ended.then(() => null)])
      if (line === null) throw new Error(`${script} ended at once; see ${logFile}`)
      return String(line[0])
    },
    hasEnded: () => hasEnded(child),
    async stop(signal = 'SIGTERM') {
      if (!hasEnded(child)) child.kill(signal)
      await ended
      log.end()
    },
  }
}

/** @throws Error with its error output when it fails */
export async function runToEnd(script: string, words: string[], settings: Record<string, string>): Promise<void> {
  const child = launch([script, ...words], settings, 'ignore')
  let complaint = ''
  child.stderr?.on('data', (chunk) => (complaint += String(chunk)))
  await once(child, 'exit')
  if (child.exitCode !== 0) throw new Error(`${script} ${words.join(' ')} failed:\n${complaint}`)
}

function launch(words: string[], settings: Record<string, string>, output: 'pipe' | 'ignore'): ChildProcess {
  const [command = '', ...parameters] = tiedToUs('TERM', [process.execPath, ...words])
  return spawn(command, parameters, {
    cwd: root,
    env: childEnvironment(settings),
    stdio: ['ignore', output, 'pipe'],
  })
}
