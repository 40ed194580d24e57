import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { loadDemoAnnouncements } from '@portal/tools/demo/announcements.ts'
import { otherDatabase } from '@portal/tools/postgres/socket.ts'
import { startTemporaryPostgres } from '@portal/tools/postgres/start-postgres.ts'
import { buildWebApp } from '@portal/tools/run/web-build.ts'
import { importDemoUtility } from '@portal/tools/world/import-demo.ts'
import { publishBase, runStatement } from './base.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const template = 'world_template'

/** Before the first test. The demo utility is imported once, into a database that is copied for every world. */
export default async function startBase(): Promise<() => Promise<void>> {
  await buildWebApp(root)
  const folder = join(root, 'var', 'e2e')
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  const postgres = await startTemporaryPostgres(join(root, 'var', 'e2e-pg'))
  try {
    await runStatement(postgres.url, `create database ${template}`)
    const databaseUrl = otherDatabase(postgres.url, template)
    await importDemoUtility(databaseUrl, { accounts: 1_200, seed: 7, extract: join(folder, 'demo-utility.extract') })
    await loadDemoAnnouncements(databaseUrl)
    // It would cover every page that begins at the login page. Tests that need it show it.
    await runStatement(databaseUrl, 'update announcement set is_visible = false where type is null')
  } catch (error) {
    await postgres.stop()
    throw error
  }
  publishBase({ postgresUrl: postgres.url, template, folder })
  return () => postgres.stop()
}
