import type { CalendarDate, Instant } from '@portal/contract/dates'
import type { AccountNumber, PersonId } from '@portal/contract/ids'
import type { ImportState, ImportSummary } from '@portal/contract/imports'
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

/** What was read from the billing system, and what is to be. */
export interface ImportTables {
  'cis.import_run': {
    id: GeneratedAlways<number>
    /** Null until its header is read, like the next three. */
    run_id: string | null
    division: string | null
    as_of: CalendarDate | null
    extracted_at: Instant | null
    started_at: Instant
    finished_at: Instant | null
    outcome: 'running' | 'imported' | 'refused' | 'failed'
    reason: string | null
    rows_loaded: ColumnType<Record<string, number>, string>
    quarantined: number
    /** Columns of billing files without a value in any row, as `file.column`. */
    lacks: Generated<string[]>
    is_live: Generated<boolean>
    /** The admin who had it run, or null. */
    started_by: Generated<string | null>
  }
  'cis.import_job': {
    id: GeneratedAlways<number>
    created_at: Instant
    created_by: string | null
    folder: string
    files: string[]
    as_of: CalendarDate | null
    state: ImportState
    tries: Generated<number>
    percent: Generated<number | null>
    sha256: Generated<string | null>
    run_id: Generated<string | null>
    compared_with: Generated<string | null>
    summary: ColumnType<ImportSummary | null, string | null | undefined, string | null>
    reason: Generated<string | null>
    decided_at: Generated<Instant | null>
    decided_by: Generated<string | null>
    import_id: Generated<number | null>
  }
  'cis.import_quarantine': {
    id: GeneratedAlways<number>
    import_id: number
    line_number: number | null
    record_type: string
    record_key: string | null
    reason: string
  }
  'cis.new_holder': {
    id: GeneratedAlways<number>
    import_id: number
    account_id: AccountNumber
    old_person_id: PersonId
    new_person_id: PersonId
    old_name: string
    new_name: string
    found_by: 'id' | 'since' | 'family' | 'person'
    undone_at: Generated<Instant | null>
    undone_by: Generated<string | null>
  }
  'cis.holder_number': { account_id: AccountNumber; holder: string; number: number }
  'cis.fetched_file': {
    name: string
    bytes: number
    modified_at: Instant
    fetched_at: Instant
  }
}
