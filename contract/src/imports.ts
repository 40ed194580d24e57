import { z } from 'zod'
import { levelsOfTab } from './admin-levels.ts'
import { billingParts } from './billing-data.ts'
import { call } from './call.ts'
import { CalendarDate, Instant } from './dates.ts'
import { RowId } from './ids.ts'
import { type importQuestionTexts, importStates, importsTexts } from './import-texts.ts'
import { DecimalAmount, decimalCents, parseDecimalCents } from './money.ts'

/** Bytes of one uploaded file. Larger ones come by `portal fetch`. */
export const largestBillingFile = 100_000_000
export const mostImportFiles = 10

/** A name that is safe on every disk. */
export const ImportFileName = z
  .string()
  .regex(/^[\p{L}\p{N}_][\p{L}\p{N}_ .()+=-]{0,119}$/u, 'File names may have letters, digits, spaces and . _ - ( ) + =')

/** What files given to an import have been through. */
export type ImportState = keyof typeof importStates
export const importStateNames = Object.keys(importStates).filter((name): name is ImportState =>
  Object.hasOwn(importStates, name),
)

/** Legal moves. Files that were refused may be checked again, such as with another layout. */
export const importMoves = {
  CHECKING: ['CHECKED', 'REFUSED', 'FAILED'],
  CHECKED: ['CHECKING', 'GOING_LIVE', 'DROPPED'],
  REFUSED: ['CHECKING', 'DROPPED'],
  FAILED: ['CHECKING', 'DROPPED'],
  GOING_LIVE: ['LIVE', 'REFUSED', 'FAILED'],
  LIVE: [],
  DROPPED: [],
} as const satisfies Record<ImportState, readonly ImportState[]>

const Totals = z.object({
  accounts: z.int(),
  total: DecimalAmount,
  /** Of the total: the sum of balances below zero. */
  credits: DecimalAmount,
})

/** What a dry run found. */
export const ImportSummary = z.object({
  asOf: CalendarDate,
  /** Lines of the files, with those left out. */
  rows: z.int(),
  leftOut: z.int(),
  live: Totals,
  next: Totals,
  new: z.int(),
  /** Live accounts that the files do not have. */
  closed: z.int(),
  newHolders: z.int(),
  /** Accounts in both with another balance. */
  changed: z.int(),
  largest: z.array(
    z.object({
      account: z.string(),
      name: z.string(),
      live: DecimalAmount.nullable(),
      next: DecimalAmount.nullable(),
      change: DecimalAmount,
    }),
  ),
  /** Some of those left out, never with what stands there. */
  faults: z.array(z.object({ file: z.string(), line: z.int().nullable(), reason: z.string() })),
  missing: z.array(z.enum(billingParts)),
})
export type ImportSummary = z.infer<typeof ImportSummary>

/** In percent of what is live. */
const [mostFewer, mostOtherTotal] = [5, 30]

/** What is unusual. */
export function importQuestions({ live, next }: ImportSummary): (keyof typeof importQuestionTexts)[] {
  if (live.accounts === 0) return []
  const [before, after] = [live, next].map(({ total }) => parseDecimalCents(total) ?? 0)
  const isFewer = next.accounts * 100 < live.accounts * (100 - mostFewer)
  const isOther = Math.abs((after ?? 0) - (before ?? 0)) * 100 > Math.abs(before ?? 0) * mostOtherTotal
  return [...(isFewer ? ['fewer' as const] : []), ...(isOther ? ['total' as const] : [])]
}

/** What the clerk reads in the billing register. */
export const Register = z.object({
  accounts: z
    .int()
    .min(0)
    .max(2 ** 31 - 1)
    .optional(),
  total: DecimalAmount.optional(),
})
export type Register = z.infer<typeof Register>

export function isAsRegister({ next }: ImportSummary, { accounts, total }: Register): boolean {
  const sum = total === undefined ? null : parseDecimalCents(total)
  return (
    (accounts === undefined || accounts === next.accounts) &&
    (total === undefined || (sum !== null && decimalCents(sum) === next.total))
  )
}

export const ImportJob = z.object({
  id: z.int(),
  files: z.array(z.string()),
  createdAt: Instant,
  createdBy: z.string().nullable(),
  state: z.enum(importStateNames),
  /** How much was read, in percent; null when it is not known. */
  percent: z.int().nullable(),
  reason: z.string().nullable(),
  summary: ImportSummary.nullable(),
  decidedAt: Instant.nullable(),
  decidedBy: z.string().nullable(),
})
export type ImportJob = z.infer<typeof ImportJob>

export const ImportRun = z.object({
  id: z.int(),
  startedAt: Instant,
  asOf: CalendarDate.nullable(),
  outcome: z.enum(['running', 'imported', 'refused', 'failed']),
  isLive: z.boolean(),
  /** Null: portal import. */
  by: z.string().nullable(),
  accounts: z.int(),
  leftOut: z.int(),
  reason: z.string().nullable(),
})
export type ImportRun = z.infer<typeof ImportRun>

const access = { admin: levelsOfTab['system-maintenance'] } as const
const params = z.object({ id: RowId })
const done = z.object({ id: z.int() })
const notSetUp = { status: 409, title: importsTexts.notSetUp } as const
const notWaiting = {
  status: 409,
  title: 'This import is no longer waiting. Another admin may have decided.',
} as const
const busy = { status: 409, title: 'Another import is open. Discard it or let it go live first.' } as const

export const readImports = call({
  method: 'GET',
  path: '/api/v1/imports',
  group: 'admin',
  summary: 'Billing files that wait, the newest import in the console, and what can be undone (docs/billing-files.md)',
  access,
  isPassive: true,
  reply: z.object({
    isSetUp: z.boolean(),
    inbox: z.array(z.object({ name: z.string(), bytes: z.int(), at: Instant })),
    job: ImportJob.nullable(),
    /** The import that an undo goes back to. */
    undo: z.object({ runId: z.int(), asOf: CalendarDate }).nullable(),
  }),
  problems: {},
})

export const importRunsPageSize = 20

export const listImportRuns = call({
  method: 'GET',
  path: '/api/v1/import-runs',
  group: 'admin',
  summary: 'Imports, newest first (docs/billing-files.md)',
  access,
  query: z.object({ before: RowId.optional() }),
  reply: z.object({ runs: z.array(ImportRun), hasMore: z.boolean() }),
  problems: {},
})

export const uploadImportFile = call({
  method: 'POST',
  path: '/api/v1/import-files',
  group: 'admin',
  summary: 'Upload a billing file, plain or gzipped; one of the same name is replaced (docs/billing-files.md)',
  access,
  upload: { largest: largestBillingFile },
  query: z.object({ name: ImportFileName }),
  reply: z.object({ name: z.string(), bytes: z.int() }),
  problems: { 'imports-not-set-up': notSetUp },
})

export const startImport = call({
  method: 'POST',
  path: '/api/v1/imports',
  group: 'admin',
  summary: 'Start the dry run of billing files; nothing goes live (docs/billing-files.md)',
  access,
  body: z.object({ files: z.array(ImportFileName).min(1).max(mostImportFiles), asOf: CalendarDate.optional() }),
  reply: done,
  problems: {
    'imports-not-set-up': notSetUp,
    'import-open': busy,
    'import-file-gone': { status: 409, title: 'A chosen file is no longer there. Choose again.' },
  },
})

export const checkImportAgain = call({
  method: 'POST',
  path: '/api/v1/imports/:id/check',
  group: 'admin',
  summary: 'Run the dry run of an import again (docs/billing-files.md)',
  access,
  params,
  body: z.object({ asOf: CalendarDate.optional() }),
  reply: done,
  problems: { 'import-not-waiting': notWaiting, 'import-open': busy },
})

export const dropImport = call({
  method: 'POST',
  path: '/api/v1/imports/:id/drop',
  group: 'admin',
  summary: 'Discard an import that has not gone live; its files wait again (docs/billing-files.md)',
  access,
  params,
  body: z.object({}),
  reply: done,
  problems: { 'import-not-waiting': notWaiting },
})

export const goLiveWithImport = call({
  method: 'POST',
  path: '/api/v1/imports/:id/live',
  group: 'admin',
  summary: 'Let exactly what was checked go live (docs/billing-files.md)',
  access,
  params,
  body: Register.extend({
    /** The person has read what is unusual. */
    evenSo: z.boolean().default(false),
  }),
  reply: done,
  problems: {
    'import-not-waiting': notWaiting,
    'register-differs': { status: 409, title: 'The totals differ from your register. Nothing went live.' },
    'import-unusual': { status: 409, title: 'Something is unusual. Read it and confirm.' },
    'live-data-changed': {
      status: 409,
      title: 'Other balances have gone live since the dry run. Run it again.',
    },
  },
})

export const undoImport = call({
  method: 'POST',
  path: '/api/v1/import-runs/:id/restore',
  group: 'admin',
  summary: 'Import the files of the import before the live one again (docs/billing-files.md)',
  access,
  params,
  body: z.object({}),
  reply: done,
  problems: {
    'import-open': busy,
    'not-the-import-before': { status: 409, title: 'Other balances have gone live since. Nothing was changed.' },
  },
})
