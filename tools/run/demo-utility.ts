import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { runScript } from './run-script.ts'

const accounts = 1_000
const seed = 1

/** Fills an empty billing ledger with the demo utility, by the same import as a utility's own extract. */
export async function importDemoUtility(root: string, databaseUrl: string, say: (line: string) => void): Promise<void> {
  if (await hasAccounts(databaseUrl)) return
  say(`Creating and importing a demo utility with ${accounts.toLocaleString('en-US')} accounts …`)
  const extract = join(root, 'var', 'demo', 'utility.extract')
  await runScript(root, 'tools/demo/main.ts', [
    '--accounts',
    String(accounts),
    '--seed',
    String(seed),
    '--out',
    extract,
  ])
  await runScript(root, 'server/src/cli.ts', ['import', extract], { DATABASE_URL: databaseUrl })
  await rm(extract)
}

async function hasAccounts(databaseUrl: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    return (await client.query('select from cis.account limit 1')).rowCount === 1
  } finally {
    await client.end()
  }
}
