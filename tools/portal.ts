import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { dirname, join, resolve } from 'node:path'
import { argv, env } from 'node:process'
import { fileURLToPath } from 'node:url'
import { stripeSettings } from './gateway-simulator/credentials.ts'
import { InUse } from './postgres/claim.ts'
import { startPostgres } from './postgres/start-postgres.ts'
import { chosenUtility } from './run/demo-utility.ts'
import { lastRun } from './run/last-run.ts'
import { readOrMakeSecrets } from './run/secrets.ts'
import { serverSettings } from './run/server-settings.ts'

/**
 * `npm run portal -- <command>`: the operator's command line of the server, and `demo`, on the database that
 * `DATABASE_URL` or `DATABASE_URL_FILE` names, or else on that of `npm start`, whether it is running now or not.
 */

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const [command = '', ...parameters] = argv.slice(2)

if (command === 'demo') {
  process.exitCode = await run(join(root, 'tools/demo/main.ts'), parameters, {})
} else if (['', 'help'].includes(command) || asksForHelp([command])) {
  process.exitCode = await run(join(root, 'server/src/cli.ts'), command ? [command] : [], {})
  console.log('  demo              write a demo utility’s extract')
} else if (asksForHelp(parameters)) {
  process.exitCode = await run(join(root, 'server/src/cli.ts'), [command, ...parameters], {})
} else {
  const database = await openDatabase()
  process.exitCode = await run(join(root, 'server/src/cli.ts'), [command, ...parameters], database.settings)
  await database.stop()
}

function asksForHelp(words: readonly string[]): boolean {
  return words.some((word) => ['--help', '-h'].includes(word))
}

interface OpenDatabase {
  /** The settings with which a command reaches it and, beside a running demo, the demo's partners. */
  settings: Record<string, string>
  stop(): Promise<void>
}

async function openDatabase(): Promise<OpenDatabase> {
  const stop = (): Promise<void> => Promise.resolve()
  if (env.DATABASE_URL || env.DATABASE_URL_FILE) return { settings: {}, stop }
  const utility = chosenUtility(root)
  const demo = join(utility.folder, 'demo')
  const PROFILE_FILE = env.PROFILE_FILE ?? (await utility.writeProfile())
  try {
    const postgres = await startPostgres({
      folder: join(utility.folder, 'pg'),
      durable: true,
      onLine: () => undefined,
    })
    return { settings: { PROFILE_FILE, DATABASE_URL: postgres.url }, stop: () => postgres.stop() }
  } catch (error) {
    const running = error instanceof InUse ? await lastRun(demo).read() : undefined
    if (!running) throw error
    const { ports, hasStripe, databaseUrl } = running
    const settings = serverSettings(ports, await readOrMakeSecrets(demo))
    const stripe = hasStripe ? stripeSettings(`http://127.0.0.1:${ports.gateway}`) : {}
    return { settings: { PROFILE_FILE, ...settings, ...stripe, DATABASE_URL: databaseUrl }, stop }
  }
}

/** In the caller's folder, so that relative paths mean what the caller expects. @returns its exit code */
async function run(script: string, words: readonly string[], settings: Record<string, string>): Promise<number> {
  const cwd = resolve(env.INIT_CWD ?? '.')
  const child = spawn(process.execPath, [script, ...words], { cwd, env: { ...env, ...settings }, stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal))
  await once(child, 'exit')
  return child.exitCode ?? 1
}
