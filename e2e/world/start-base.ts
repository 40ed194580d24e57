import { randomBytes } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { loadDemoAnnouncements } from '@portal/tools/demo/announcements.ts'
import { otherDatabase } from '@portal/tools/postgres/socket.ts'
import { startTemporaryPostgres } from '@portal/tools/postgres/start-postgres.ts'
import { buildWebApp } from '@portal/tools/run/web-build.ts'
import { importSmallville } from '@portal/tools/smallville/fill.ts'
import { importDemoUtility } from '@portal/tools/world/import-demo.ts'
import { smallville as ofPlainFiles, profileWith } from '@portal/tools/world/open-all-night.ts'
import { publishBase, runStatement, smallvilleSeed } from './base.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const template = 'world_template'
const smallville = { template: 'smallville_template', LINK_SECRET: randomBytes(32).toString('hex') }

/** Before the first test. The demo utility is imported once, into a database that is copied for every world. */
export default async function startBase(): Promise<() => Promise<void>> {
  await buildWebApp(root)
  const folder = join(root, 'var', 'e2e')
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  const postgres = await startTemporaryPostgres(join(root, 'var', 'e2e-pg'))
  try {
    for (const name of [template, smallville.template]) await runStatement(postgres.url, `create database ${name}`)
    const databaseUrl = otherDatabase(postgres.url, template)
    await importDemoUtility(databaseUrl, { accounts: 1_200, seed: 7, extract: join(folder, 'demo-utility.extract') })
    const settings = { PROFILE_FILE: await profileWith(join(folder, 'profile'), {}, ofPlainFiles), ...smallville }
    const files = { accounts: 300, seed: smallvilleSeed, folder }
    await importSmallville(otherDatabase(postgres.url, smallville.template), settings, files)
    await loadDemoAnnouncements(databaseUrl)
    // It would cover every page that begins at the login page. Tests that need it show it.
    await runStatement(databaseUrl, 'update announcement set is_visible = false where type is null')
  } catch (error) {
    await postgres.stop()
    throw error
  }
  publishBase({ postgresUrl: postgres.url, template, smallville, folder })
  return () => postgres.stop()
}
