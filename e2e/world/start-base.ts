import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { loadDemoAnnouncements } from '@portal/tools/demo/announcements.ts'
import { otherDatabase } from '@portal/tools/postgres/socket.ts'
import { startTemporaryPostgres } from '@portal/tools/postgres/start-postgres.ts'
import { buildWebApp } from '@portal/tools/run/web-build.ts'
import { publishBase } from './base.ts'
import { runToEnd } from './child.ts'
import { runStatement } from './run-statement.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const template = 'world_template'
const accounts = 1_200

/** Before the first test. The demo utility is imported once, into a database that is copied for every world. */
export default async function startBase(): Promise<() => Promise<void>> {
  await buildWebApp(root)
  const folder = join(root, 'var', 'e2e')
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  const postgres = await startTemporaryPostgres(join(root, 'var', 'e2e-pg'))
  try {
    await runStatement(postgres.url, `create database ${template}`)
    await importDemoUtility(otherDatabase(postgres.url, template), folder)
  } catch (error) {
    await postgres.stop()
    throw error
  }
  publishBase({ postgresUrl: postgres.url, template, folder })
  return () => postgres.stop()
}

async function importDemoUtility(databaseUrl: string, folder: string): Promise<void> {
  const extract = join(folder, 'demo-utility.extract')
  const settings = { DATABASE_URL: databaseUrl }
  // Nothing else runs yet, so two at a time: one for each processor of the smallest machine.
  await Promise.all([
    runToEnd('server/src/cli.ts', ['migrate'], settings),
    runToEnd('tools/demo/main.ts', ['--accounts', String(accounts), '--seed', '7', '--out', extract], {}),
  ])
  await Promise.all([runToEnd('server/src/cli.ts', ['import', extract], settings), loadDemoAnnouncements(databaseUrl)])
  // It would cover every page that begins at the login page. Tests that need it show it.
  await runStatement(databaseUrl, 'update announcement set is_visible = false where type is null')
}
