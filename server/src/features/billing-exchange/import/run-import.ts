import { partsWithout } from '@portal/contract/billing-data'
import type { ImportSummary } from '@portal/contract/imports'
import { specifiedProof } from '@portal/contract/proof'
import pg from 'pg'
import type { LedgerTable } from '../format/extract-records.ts'
import { checkIncoming, indexIncoming, keyIncoming, refuseShrunkenExtract } from './check-incoming.ts'
import { refuseUnknownFile } from './containment.ts'
import { type ImportOptions, type ImportProgress, type ImportReport, anotherImport } from './import-report.ts'
import { type MeasuredProof, measureProofs, refuseCommonAnswer } from './measure-proofs.ts'
import { findNewHolders, refuseManyNewHolders } from './new-holders.ts'
import { type ExtractHeader, RefusedExtract } from './read-lines.ts'
import {
  type FinishedRun,
  type LiveRun,
  type Quarantine,
  beginRun,
  finishRun,
  forgetRun,
  liveRun,
  nameRun,
  openQuarantine,
  recordFailure,
} from './runs.ts'
import { dropIncoming, importClient, incomingSchema, isAlone, makeTables } from './staging.ts'
import { summaryOf } from './summary.ts'
import { swapIn } from './swap.ts'

/** What an import reads: an extract, or the files of a layout. */
export interface ImportSource {
  /** Of the run. */
  header: ExtractHeader
  /** The newest payment file that the data contain, where they say it. */
  paymentsThrough?: number | undefined
  /** Why these data may not follow those that are live, as a sentence without a full stop; null when they may. */
  whyNotNewer(live: LiveRun): string | null
  /** Into the incoming tables, which are empty. @throws RefusedExtract */
  load(into: Loading): Promise<Loaded>
  /** A table by account, until the swap, with digests that are equal for equal secrets. */
  secrets?: string
  /** When all is verified, before the swap. */
  beforeSwap?(client: pg.Client): Promise<void>
  close(): Promise<void>
}

export interface Loaded {
  /** How many each table has. */
  rows: Map<LedgerTable, number>
  /** For the report. */
  notes: readonly string[]
  /** Columns without a value in any row. */
  lacks: readonly string[]
}

export interface Loading {
  client: pg.Client
  quarantine: Quarantine
  show(progress: Partial<ImportProgress>): void
}

/**
 * Loads beside the live data, then swaps (docs/extract-format.md).
 * @throws Error: a file or the database cannot be read
 */
export async function runImport(
  options: ImportOptions,
  open: (client: pg.Client) => Promise<ImportSource>,
): Promise<ImportReport> {
  const client = await importClient(options.databaseUrl)
  let lost: Error | null = null
  client.on('error', (error: Error) => {
    lost ??= error
  })
  const running = new Import(client, options, open)
  try {
    return (await isAlone(client)) ? await running.run() : running.refuse(anotherImport)
  } catch (error) {
    // A query on a lost connection says only that it can no longer be used.
    const cause = error instanceof pg.DatabaseError ? error : (lost ?? error)
    await client.end()
    await running.recordFailure(cause)
    throw cause
  } finally {
    await client.end()
  }
}

class Import {
  readonly #client: pg.Client
  readonly #options: ImportOptions
  readonly #open: (client: pg.Client) => Promise<ImportSource>
  readonly #quarantine = openQuarantine()
  #id: number | null = null
  #header: ExtractHeader | null = null
  #loaded: Loaded = { rows: new Map(), notes: [], lacks: [] }
  #proofs: readonly MeasuredProof[] = []
  #newHolders = 0
  #progress: ImportProgress = { phase: 'reading', bytesRead: 0, bytes: 0, records: 0 }

  constructor(client: pg.Client, options: ImportOptions, open: (client: pg.Client) => Promise<ImportSource>) {
    this.#client = client
    this.#options = options
    this.#open = open
  }

  async run(): Promise<ImportReport> {
    const { dryRun, clock, startedBy = null } = this.#options
    if (!dryRun) this.#id = await beginRun(this.#client, clock.now(), startedBy)
    let source: ImportSource | null = null
    try {
      source = await this.#open(this.#client)
      if (!(await this.#isNew(source))) return await this.#forget()
      const { header, paymentsThrough = null } = source
      const incoming = {
        header,
        paymentsThrough,
        containment: this.#options.containment ?? 'reference',
        isOverlay: false,
      }
      await refuseUnknownFile(this.#client, incoming, header.asOf)
      await this.#fill(source)
      await this.#verify(source)
      if (this.#id === null) return { ...this.#report('verified'), summary: await this.#summary(source) }
      await source.beforeSwap?.(this.#client)
      this.#show({ phase: 'swapping' })
      const matched = await swapIn(this.#client, this.#finished(this.#id), incoming)
      return { ...this.#report('imported'), ...matched }
    } catch (error) {
      if (!(error instanceof RefusedExtract)) throw error
      if (this.#id !== null) await finishRun(this.#client, this.#finished(this.#id), 'refused', error.message)
      return this.refuse(error.message)
    } finally {
      await source?.close()
      // Why the import failed matters more than a failure here. The next import cleans up.
      await this.#client.query(dropIncoming).catch(() => undefined)
    }
  }

  refuse(reason: string): ImportReport {
    return { ...this.#report('refused'), reason }
  }

  async #forget(): Promise<ImportReport> {
    if (this.#id !== null) await forgetRun(this.#client, this.#id)
    this.#id = null
    return this.#report('already-imported')
  }

  async recordFailure(cause: unknown): Promise<void> {
    if (this.#id !== null) await recordFailure(this.#options.databaseUrl, this.#finished(this.#id), cause)
  }

  /** Not when it is the live one already. */
  async #isNew(source: ImportSource): Promise<boolean> {
    this.#header = source.header
    if (this.#id !== null) await nameRun(this.#client, this.#id, source.header)
    const { onlyRun = null } = this.#options
    if (onlyRun !== null && onlyRun !== source.header.runId)
      throw new RefusedExtract('The files, or the layout, are not those of the dry run')
    const live = await liveRun(this.#client)
    if (live?.runId === source.header.runId) return false
    const whyNot = live && !this.#options.force ? source.whyNotNewer(live) : null
    if (whyNot !== null) throw new RefusedExtract(`${whyNot}. Use --force to import it anyway`)
    return true
  }

  async #fill(source: ImportSource): Promise<void> {
    await this.#client.query(`${dropIncoming}; create schema ${incomingSchema}`)
    await makeTables(this.#client)
    this.#loaded = await source.load({
      client: this.#client,
      quarantine: this.#quarantine,
      show: (progress) => this.#show(progress),
    })
  }

  async #verify({ secrets }: ImportSource): Promise<void> {
    this.#show({ phase: 'checking' })
    await keyIncoming(this.#client, this.#loaded.rows, this.#quarantine)
    await checkIncoming(this.#client, this.#loaded.rows, this.#quarantine)
    if (!this.#options.force) refuseShrunkenExtract(this.#loaded.rows, await liveRun(this.#client))
    const most = this.#options.maxSkipped ?? 1
    const [skipped, { records }] = [this.#quarantine.total(), this.#progress]
    if (skipped * 100 > records * most)
      throw new RefusedExtract(`${skipped} of ${records} records are faulty, more than ${most}%`)
    this.#show({ phase: 'indexing' })
    await indexIncoming(this.#client)
    const { proof } = this.#options
    this.#proofs = await measureProofs(this.#client, proof?.policy ?? specifiedProof, secrets)
    if (proof) refuseCommonAnswer(this.#proofs, proof.policy)
    this.#newHolders = await findNewHolders(this.#client)
    if (!this.#options.force) refuseManyNewHolders(this.#newHolders, this.#loaded.rows.get('account') ?? 0)
  }

  async #summary({ header }: ImportSource): Promise<ImportSummary> {
    const missing = partsWithout(this.#loaded.lacks)
    const { records: rows } = this.#progress
    return await summaryOf(this.#client, { asOf: header.asOf, rows, quarantine: this.#quarantine, missing })
  }

  #show(progress: Partial<ImportProgress>): void {
    this.#progress = { ...this.#progress, ...progress }
    this.#options.onProgress?.(this.#progress)
  }

  #finished(id: number): FinishedRun {
    return { id, finishedAt: this.#options.clock.now(), ...this.#loaded, quarantine: this.#quarantine }
  }

  #report(outcome: ImportReport['outcome']): ImportReport {
    return {
      outcome,
      reason: null,
      runId: this.#header?.runId ?? null,
      asOf: this.#header?.asOf ?? null,
      rows: this.#loaded.rows,
      notes: this.#loaded.notes,
      newHolders: this.#newHolders,
      skipped: {
        total: this.#quarantine.total(),
        reasons: this.#quarantine.reasons(),
        examples: this.#quarantine.kept().slice(0, 10),
      },
      id: this.#id,
      summary: null,
      proofs: this.#proofs,
      payments: null,
      contacts: null,
    }
  }
}
