import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { dateIn, instantOf } from '@portal/contract/dates'
import { readProfile } from '@portal/server/settings/profile.ts'
import { runProgram } from '../world/node-program.ts'
import { writeSmallvilleFiles } from './write-files.ts'

/**
 * Fills an empty database from plain files, by the same import as any utility's.
 * @param settings of the server: with another secret, no proof of identity would be right
 * @param folder for the files, then removed
 */
export async function importSmallville(
  databaseUrl: string,
  settings: { PROFILE_FILE: string; LINK_SECRET: string },
  { accounts, seed, folder }: { accounts: number; seed: number; folder: string },
): Promise<void> {
  const files = join(folder, 'billing-files')
  const asOf = dateIn(readProfile(settings.PROFILE_FILE).timeZone, instantOf(Date.now()))
  const quietly = { settings: { ...settings, DATABASE_URL: databaseUrl }, output: 'ignore' } as const
  await Promise.all([
    runProgram('server/src/cli.ts', ['migrate'], quietly),
    writeSmallvilleFiles(files, { accounts, seed, asOf }),
  ])
  await runProgram('server/src/cli.ts', ['import', files], quietly)
  await rm(files, { recursive: true })
}
