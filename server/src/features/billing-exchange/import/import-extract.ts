import type { CalendarDate } from '@portal/contract/dates'
import pg from 'pg'
import type { Clock } from '../../../clock.ts'
import type { LedgerTable } from '../format/extract-records.ts'
import { checkIncoming, indexIncoming, keyIncoming, refuseShrunkenExtract } from './check-incoming.ts'
import { type SkippedRecord, ExtractReader } from './extract-reader.ts'
import { type ExtractHeader, linesOf, openExtract, readHeader, RefusedExtract } from './read-lines.ts'
import { type FinishedRun, type Quarantine, insertRun, liveRun, openQuarantine } from './runs.ts'
import { importClient, incomingSchema, openStaging } from './staging.ts'
import { type PortalMatch, swapIn } from './swap.ts'

export interface ImportOptions {
  databaseUrl: string
  /** Gzipped or not. */
  file: string
  /** An extract of another division is refused. */
  division: string
  /** And one whose dates are of another zone: due dates and payments would be a day off. */
  timeZone: string
  clock: Clock
  /** Also accepts an extract older than the live one, or with far fewer records. */
  force?: boolean
  /** Verifies everything and changes nothing. */
  dryRun?: boolean
  /** In percent, before the whole run is refused; 1 by default. */
  maxSkipped?: number
  onProgress?: (progress: ImportProgress) => void
}

/** Bytes are those of the file on disk. */
export interface ImportProgress {
  phase: 'reading' | 'checking' | 'indexing' | 'swapping'
  bytesRead: number
  bytes: number
  records: number
}

/** Unless `imported`, the ledger is unchanged. */
export interface ImportReport {
  outcome: 'imported' | 'verified' | 'already-imported' | 'refused'
  /** A sentence without a full stop. */
  reason: string | null
  /** Null when not even the header could be read. */
  runId: string | null
  asOf: CalendarDate | null
  rows: ReadonlyMap<LedgerTable, number>
  skipped: { total: number; reasons: ReturnType<Quarantine['reasons']>; examples: readonly SkippedRecord[] }
  /** Null unless imported. */
  payments: PortalMatch['payments'] | null
  /** Null unless imported. */
  contacts: PortalMatch['contacts'] | null
}

/** Arbitrary: one import at a time, whichever process runs it. */
const importLock = 7_001_003

/** Loads beside the live data, then swaps (docs/extract-format.md). @throws Error: file or database cannot be read */
export async function importExtract(options: ImportOptions): Promise<ImportReport> {
  const client = await importClient(options.databaseUrl)
  let lost: Error | null = null
  client.on('error', (error: Error) => {
    lost ??= error
  })
  try {
    const lock = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [importLock])
    const running = new Import(client, options)
    return lock.rows[0]?.taken ? await running.run() : running.refuse('Another import is running')
  } catch (error) {
    // A query on a lost connection says only that it can no longer be used.
    throw error instanceof pg.DatabaseError ? error : (lost ?? error)
  } finally {
    await client.end()
  }
}

class Import {
  readonly #client: pg.Client
  readonly #options: ImportOptions
  readonly #quarantine = openQuarantine()
  #header: ExtractHeader | null = null
  #rows = new Map<LedgerTable, number>()
  #progress: ImportProgress = { phase: 'reading', bytesRead: 0, bytes: 0, records: 0 }

  constructor(client: pg.Client, options: ImportOptions) {
    this.#client = client
    this.#options = options
  }

  async run(): Promise<ImportReport> {
    const startedAt = this.#options.clock.now()
    try {
      const isNew = await this.#load()
      if (!isNew) return this.#report('already-imported')
      await this.#verify()
      if (this.#options.dryRun) return this.#report('verified')
      this.#show({ phase: 'swapping' })
      const matched = await swapIn(this.#client, this.#finished(this.#header, startedAt))
      return { ...this.#report('imported'), ...matched }
    } catch (error) {
      if (!(error instanceof RefusedExtract)) throw error
      if (this.#header && !this.#options.dryRun)
        await insertRun(this.#client, this.#finished(this.#header, startedAt), 'refused', error.message)
      return this.refuse(error.message)
    } finally {
      // Why the import failed matters more than a failure here. The next import cleans up.
      await this.#client.query(`drop schema if exists ${incomingSchema} cascade`).catch(() => undefined)
    }
  }

  refuse(reason: string): ImportReport {
    return { ...this.#report('refused'), reason }
  }

  /** Returns false when this extract is the live one already. */
  async #load(): Promise<boolean> {
    const { bytes, size, bytesRead } = await openExtract(this.#options.file)
    this.#progress.bytes = size
    const chunks = linesOf(bytes)
    try {
      const first = await chunks.next()
      const lines = first.done ? [] : first.value
      this.#header = readHeader(lines[0], this.#options)
      if (!(await this.#isNew(this.#header))) return false
      await this.#fill(this.#header, lines.slice(1), chunks, bytesRead)
      return true
    } finally {
      await chunks.return(undefined)
      bytes.destroy()
    }
  }

  async #isNew({ runId, extractedAt }: ExtractHeader): Promise<boolean> {
    const live = await liveRun(this.#client)
    if (live?.runId === runId) return false
    if (live && extractedAt <= live.extractedAt && !this.#options.force)
      throw new RefusedExtract(
        `The extract is not newer than the current one (${live.runId}). Use --force to import it anyway`,
      )
    return true
  }

  async #fill(
    head: ExtractHeader,
    firstLines: readonly string[],
    chunks: AsyncGenerator<string[]>,
    bytesRead: () => number,
  ): Promise<void> {
    await this.#client.query(`drop schema if exists ${incomingSchema} cascade; create schema ${incomingSchema}`)
    const staging = await openStaging(this.#options.databaseUrl)
    try {
      const reader = new ExtractReader(head, { row: staging.write, skip: this.#quarantine.add })
      let lineNumber = 1
      const take = async (lines: readonly string[]) => {
        for (const line of lines) reader.read(line, ++lineNumber)
        await staging.drained()
        this.#show({ phase: 'reading', bytesRead: bytesRead(), records: reader.records })
      }
      await take(firstLines)
      for await (const lines of chunks) await take(lines)
      reader.end()
      this.#rows = await staging.finish()
    } finally {
      await staging.abandon()
    }
  }

  async #verify(): Promise<void> {
    this.#show({ phase: 'checking' })
    await keyIncoming(this.#client, this.#rows, this.#quarantine)
    await checkIncoming(this.#client, this.#rows, this.#quarantine)
    if (!this.#options.force) refuseShrunkenExtract(this.#rows, await liveRun(this.#client))
    const most = this.#options.maxSkipped ?? 1
    const [skipped, { records }] = [this.#quarantine.total(), this.#progress]
    if (skipped * 100 > records * most)
      throw new RefusedExtract(`${skipped} of ${records} records are faulty, more than ${most}%`)
    this.#show({ phase: 'indexing' })
    await indexIncoming(this.#client)
  }

  #show(progress: Partial<ImportProgress>): void {
    this.#progress = { ...this.#progress, ...progress }
    this.#options.onProgress?.(this.#progress)
  }

  #finished(head: ExtractHeader | null, startedAt: FinishedRun['startedAt']): FinishedRun {
    if (!head) throw new TypeError('An import without a header cannot end')
    return {
      header: head,
      startedAt,
      finishedAt: this.#options.clock.now(),
      rows: this.#rows,
      quarantine: this.#quarantine,
    }
  }

  #report(outcome: ImportReport['outcome']): ImportReport {
    return {
      outcome,
      reason: null,
      runId: this.#header?.runId ?? null,
      asOf: this.#header?.asOf ?? null,
      rows: this.#rows,
      skipped: {
        total: this.#quarantine.total(),
        reasons: this.#quarantine.reasons(),
        examples: this.#quarantine.kept().slice(0, 10),
      },
      payments: null,
      contacts: null,
    }
  }
}
