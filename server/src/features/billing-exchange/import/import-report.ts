import type { Containment } from '@portal/contract/billing-data'
import type { CalendarDate } from '@portal/contract/dates'
import type { ImportSummary } from '@portal/contract/imports'
import type { Clock } from '../../../clock.ts'
import type { LedgerTable } from '../format/extract-records.ts'
import type { SkippedRecord } from './extract-reader.ts'
import type { MeasuredProof, ProfileProof } from './measure-proofs.ts'
import type { Quarantine } from './runs.ts'
import type { PortalMatch } from './swap.ts'

export interface ImportOptions {
  databaseUrl: string
  /** An extract of another division is refused. */
  division: string
  /** And one whose dates are of another zone: due dates and payments would be a day off. */
  timeZone: string
  clock: Clock
  /** Of the profile; by reference where it is left out, which never takes a payment for contained too early. */
  containment?: Containment
  proof?: ProfileProof | undefined
  /** Also accepts an extract older than the live one, or with far fewer records. */
  force?: boolean
  /** Verifies everything and changes nothing. */
  dryRun?: boolean
  /** In percent, before the whole run is refused; 1 by default. */
  maxSkipped?: number
  onProgress?: (progress: ImportProgress) => void
  /** The admin who has it run. */
  startedBy?: string | null
  /** Anything else is refused: what was checked has this name. */
  onlyRun?: string | null
}

/** Bytes are those of the files on disk. */
export interface ImportProgress {
  phase: 'reading' | 'checking' | 'indexing' | 'swapping'
  bytesRead: number
  bytes: number
  records: number
}

/** Why one is refused that may be tried again soon. */
export const anotherImport = 'Another import is running'

/** Unless `imported`, the ledger is unchanged. */
export interface ImportReport {
  outcome: 'imported' | 'verified' | 'already-imported' | 'refused'
  /** A sentence without a full stop. */
  reason: string | null
  /** Null when not even the header could be read. */
  runId: string | null
  asOf: CalendarDate | null
  rows: ReadonlyMap<LedgerTable, number>
  /** What is not shown although no record is faulty; without a full stop. */
  notes: readonly string[]
  /** Accounts whose main customer is another one. */
  newHolders: number
  skipped: { total: number; reasons: ReturnType<Quarantine['reasons']>; examples: readonly SkippedRecord[] }
  /** Of its row; null where nothing is recorded. */
  id: number | null
  /** Null unless verified. */
  summary: ImportSummary | null
  /** Empty until all else is verified. */
  proofs: readonly MeasuredProof[]
  /** Null unless imported. */
  payments: PortalMatch['payments'] | null
  /** Null unless imported. */
  contacts: PortalMatch['contacts'] | null
}
