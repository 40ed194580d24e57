import { argv, env } from 'node:process'
import { systemClock } from '@portal/server/clock.ts'
import { importExtract } from '@portal/server/features/billing-exchange/import/import-extract.ts'

/** Runs one import in a process of its own, to measure its memory, and prints what `import.bench.ts` reads. */

const began = performance.now()
const report = await importExtract({
  databaseUrl: env.DATABASE_URL ?? '',
  file: argv[2] ?? '',
  division: 'GWA',
  clock: systemClock,
})
console.log(
  JSON.stringify({
    outcome: report.outcome,
    reason: report.reason,
    rows: [...report.rows.values()].reduce((sum, rows) => sum + rows, 0),
    seconds: (performance.now() - began) / 1000,
    // In kilobytes, whatever the platform (libuv).
    peakMegabytes: process.resourceUsage().maxRSS / 1024,
  }),
)
