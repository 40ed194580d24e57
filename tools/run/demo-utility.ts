import { join } from 'node:path'
import { env } from 'node:process'
import { importSmallville } from '../smallville/fill.ts'
import { importDemoUtility } from '../world/import-demo.ts'
import { profileWith, smallville } from '../world/open-all-night.ts'

/** A utility that `npm start` shows. */
export interface DemoUtility {
  /** Of its database, books and mails. */
  folder: string
  accounts: number
  /** Whether it can have a past of its own (tools/life). */
  hasLife: boolean
  /** @returns the file of its profile, which is written anew */
  writeProfile(): Promise<string>
  /** An empty database, by the import of the portal. */
  fill(databaseUrl: string, settings: { PROFILE_FILE: string; LINK_SECRET: string }): Promise<void>
}

export const seed = 1

/** By `PROFILE`: the specification's, or one whose billing system writes plain files. @throws Error for an unknown name */
export function chosenUtility(root: string): DemoUtility {
  const folder = join(root, 'var')
  const name = env['PROFILE'] ?? ''
  if (name === '') return specified(folder)
  if (name === 'smallville') return ofPlainFiles(join(folder, name))
  throw new Error(`PROFILE: there is no demo utility called ${name}. Use smallville, or leave it out.`)
}

function specified(folder: string): DemoUtility {
  const accounts = 1_000
  return {
    folder,
    accounts,
    hasLife: true,
    // A utility that takes bank accounts, where the gateway does.
    writeProfile: async () => await profileWith(join(folder, 'demo', 'profile'), { bankPayments: {} }),
    fill: async (databaseUrl) =>
      await importDemoUtility(databaseUrl, { accounts, seed, extract: join(folder, 'demo', 'utility.extract') }),
  }
}

function ofPlainFiles(folder: string): DemoUtility {
  const accounts = 3_000
  return {
    folder,
    accounts,
    hasLife: false,
    writeProfile: async () => await profileWith(join(folder, 'demo', 'profile'), {}, smallville),
    fill: async (databaseUrl, settings) =>
      await importSmallville(databaseUrl, settings, { accounts, seed, folder: join(folder, 'demo') }),
  }
}
