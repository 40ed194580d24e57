import { refuseOurReceipts } from './check-incoming.ts'
import { type SkippedRecord, ExtractReader } from './extract-reader.ts'
import type { ImportOptions, ImportReport } from './import-report.ts'
import { linesOf, openExtract, readHeader } from './read-lines.ts'
import { type ImportSource, runImport } from './run-import.ts'
import { ledgerColumns, openStaging } from './staging.ts'

export interface ExtractOptions extends ImportOptions {
  /** Gzipped or not. */
  file: string
}

/** Of docs/extract-format.md. @throws Error: file or database cannot be read */
export async function importExtract(options: ExtractOptions): Promise<ImportReport> {
  return await runImport(options, () => extractSource(options))
}

async function extractSource(options: ExtractOptions): Promise<ImportSource> {
  const { bytes, size, bytesRead } = await openExtract(options.file)
  const chunks = linesOf(bytes)
  const source = async (): Promise<ImportSource> => {
    const first = await chunks.next()
    const lines = first.done ? [] : first.value
    const header = readHeader(lines[0], options)
    return {
      header,
      whyNotNewer: ({ runId, extractedAt }) =>
        header.extractedAt <= extractedAt ? `The extract is not newer than the current one (${runId})` : null,
      async load({ client, quarantine, show }) {
        const staging = await openStaging(options.databaseUrl, ledgerColumns)
        try {
          const withReceipt: SkippedRecord[] = []
          const skip = (record: SkippedRecord) => {
            quarantine.add(record)
            if (record.receipt !== undefined) withReceipt.push(record)
          }
          const reader = new ExtractReader(header, { row: staging.write, skip })
          let lineNumber = 1
          const take = async (some: readonly string[]) => {
            for (const line of some) reader.read(line, ++lineNumber)
            await refuseOurReceipts(client, withReceipt.splice(0))
            await staging.drained()
            show({ phase: 'reading', bytesRead: bytesRead(), bytes: size, records: reader.records })
          }
          await take(lines.slice(1))
          for await (const more of chunks) await take(more)
          reader.end()
          return { rows: await staging.finish(), notes: [], lacks: [] }
        } finally {
          await staging.abandon()
        }
      },
      close,
    }
  }
  async function close(): Promise<void> {
    await chunks.return(undefined)
    bytes.destroy()
  }
  try {
    return await source()
  } catch (error) {
    await close()
    throw error
  }
}
