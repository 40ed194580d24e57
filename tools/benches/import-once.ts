import { env } from 'node:process'
import { systemClock } from '@portal/server/clock.ts'
import { importExtract } from '@portal/server/features/billing-exchange/import/import-extract.ts'

/** One import in a process of its own, so that `import.bench.ts` can measure its memory. */

const began = performance.now()
const { outcome, reason, rows } = await importExtract({
  databaseUrl: env['DATABASE_URL'] ?? '',
  file: env['EXTRACT'] ?? '',
  division: 'GWA',
  timeZone: 'Pacific/Guam',
  clock: systemClock,
})
const seconds = (performance.now() - began) / 1000
console.log(JSON.stringify({ outcome, reason, rows: [...rows.values()].reduce((sum, some) => sum + some, 0), seconds }))
