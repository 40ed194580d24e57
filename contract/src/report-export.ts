import { z } from 'zod'
import { levelsOfTab } from './admin-levels.ts'
import { call } from './call.ts'
import { ReportFilter } from './reports.ts'

/** `GWA-Admin-Control-Reports-31-01-2026.csv` for the calendar date it is exported on (A§9). */
export function csvFileName(division: string, date: string): string {
  const [year, month, day] = date.split('-')
  return `${division}-Admin-Control-Reports-${day}-${month}-${year}.csv`
}

/** The result of a search as a file, newest first, streamed (A§9, R26). */
export const exportTransactions = call({
  method: 'GET',
  path: '/api/v1/transactions.csv',
  group: 'admin',
  summary: 'Payments as a CSV file, streamed (A§2 Reports, A§9)',
  access: { admin: levelsOfTab.reports },
  query: ReportFilter,
  download: 'text/csv',
  reply: z.string(),
  problems: {
    'exports-busy': {
      status: 503,
      title: 'Other exports are running. Try again in a few minutes.',
    },
  },
})
