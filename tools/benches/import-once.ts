import { env } from 'node:process'
import { systemClock } from '@portal/server/clock.ts'
import { importExtract } from '@portal/server/features/billing-exchange/import/import-extract.ts'
import { importFiles } from '@portal/server/features/billing-exchange/layout/import-files.ts'
import { simpleLayout } from '@portal/server/features/billing-exchange/layout/layout-file.ts'

/** One import in a process of its own, so that `import.bench.ts` can measure its memory. */

const file = env['EXTRACT'] ?? ''
const options = {
  databaseUrl: env['DATABASE_URL'] ?? '',
  division: 'GWA',
  timeZone: 'Pacific/Guam',
  clock: systemClock,
}
const began = performance.now()
const { outcome, reason, rows } = file.endsWith('.csv')
  ? await importFiles({ ...options, files: [file], layout: simpleLayout, waterUnit: 'gallons' })
  : await importExtract({ ...options, file })
const seconds = (performance.now() - began) / 1000
console.log(JSON.stringify({ outcome, reason, rows: [...rows.values()].reduce((sum, some) => sum + some, 0), seconds }))
