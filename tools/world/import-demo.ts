import { rm } from 'node:fs/promises'
import { runProgram } from './node-program.ts'

/**
 * Fills an empty database with the demo utility, by the same import as a utility's own extract.
 * @param extract a file that is made for it and removed
 */
export async function importDemoUtility(
  databaseUrl: string,
  { accounts, seed, extract }: { accounts: number; seed: number; extract: string },
): Promise<void> {
  const quietly = { settings: { DATABASE_URL: databaseUrl }, output: 'ignore' } as const
  const words = ['--accounts', String(accounts), '--seed', String(seed), '--out', extract]
  // Two at a time: one for each processor of the smallest machine.
  await Promise.all([
    runProgram('server/src/cli.ts', ['migrate'], quietly),
    runProgram('tools/demo/main.ts', words, quietly),
  ])
  await runProgram('server/src/cli.ts', ['import', extract], quietly)
  await rm(extract)
}
