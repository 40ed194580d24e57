import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { columnsOfParts } from '@portal/contract/billing-data'
import { CalendarDate, type Instant, dateIn, instantOf } from '@portal/contract/dates'
import type { WaterUnit } from '@portal/contract/utility'
import type pg from 'pg'
import { type SecretColumn, secretColumns, secretDigest } from '../../../foundation/proof.ts'
import type { ImportOptions, ImportReport } from '../import/import-report.ts'
import type { ProfileProof } from '../import/measure-proofs.ts'
import { type ExtractHeader, RefusedExtract, openExtract } from '../import/read-lines.ts'
import { type Loaded, type Loading, type ImportSource, runImport } from '../import/run-import.ts'
import { importClient, incomingSchema, openStaging } from '../import/staging.ts'
import { checkImages, storeImages } from './bill-images.ts'
import { type FileKind, fileColumns, fileKinds } from './columns.ts'
import { type MatchedName, matchName } from './file-names.ts'
import { copiedColumns, fileTable, fillLedger, keepNumbers, removeFaulty } from './fill-ledger.ts'
import type { Layout, LayoutFile } from './layout-file.ts'
import { type Manifest, manifestName, readManifest, refuseOtherSum } from './manifest.ts'
import { RowReader, type Secrets } from './row-reader.ts'
import { decodedLines } from './split-lines.ts'

export interface FilesOptions extends ImportOptions {
  /** Of the layout, gzipped or not, and a manifest; or a folder. */
  files: readonly string[]
  layout: Layout
  /** Of usage charts. */
  waterUnit: WaterUnit
  /** The day the data are of, where neither a manifest nor a name has it. */
  asOf?: string | undefined
}

/** Of docs/billing-files.md. @throws Error: a file or the database cannot be read */
export async function importFiles(options: FilesOptions): Promise<ImportReport> {
  return await runImport(options, (client) => filesSource(client, options))
}

interface GivenFile {
  kind: FileKind
  path: string
  layout: LayoutFile
  asOf: string | null
}

/** A zip of images. */
interface GivenZip {
  path: string
  asOf: string | null
}

/** Whether it is a folder, or a file that the layout names. */
export async function areBillingFiles(path: string, layout: Layout, near = 2000): Promise<boolean> {
  const folder = await stat(path).catch(() => null)
  return (folder?.isDirectory() ?? false) || fileOf(layout, path, near) !== null || zipOf(layout, path, near) !== null
}

/** Whether a name is of the layout, `.gz` after it or not, or that of a manifest. */
export function isBillingFile(layout: Layout, name: string, near: number): boolean {
  return name === manifestName || fileOf(layout, name, near) !== null || zipOf(layout, name, near) !== null
}

/** Whether a name is of the layout; `.gz` after it counts for nothing. */
function fileOf(layout: Layout, path: string, near: number): GivenFile | null {
  const name = basename(path).replace(/\.gz$/i, '')
  for (const kind of fileKinds) {
    const file = layout.files[kind]
    const found = matched(file, name, near)
    if (file && found) return { kind, path, layout: file, asOf: found.asOf }
  }
  return null
}

function zipOf({ images }: Layout, path: string, near: number): GivenZip | null {
  const found = matched(images, basename(path), near)
  return found && { path, asOf: found.asOf }
}

function matched(file: { match: string | string[] } | undefined, name: string, near: number): MatchedName | null {
  const [found] = [file?.match ?? []].flat().flatMap((pattern) => matchName(pattern, name, near) ?? [])
  return found ?? null
}

async function filesSource(client: pg.Client, options: FilesOptions): Promise<ImportSource> {
  const today = dateIn(options.timeZone, options.clock.now())
  const near = Number(today.slice(0, 4))
  const found = await findFiles(options, near)
  const all = [...found.files, ...found.zips]
  const days = new Set([options.asOf ?? [found.manifest.as_of, ...all.map(({ asOf }) => asOf)]].flat().filter(Boolean))
  if (days.size > 1) throw new RefusedExtract(`The files are of several days: ${[...days].join(', ')}`)
  const asOf = CalendarDate.safeParse([...days][0])
  if (!asOf.success)
    throw new RefusedExtract(
      'The day of the data is not known. Use --as-of 2026-01-31, a manifest, or a date in the file name',
    )
  if (asOf.data > today) throw new RefusedExtract(`The data are as of ${asOf.data}, which has not come yet`)
  const header: ExtractHeader = {
    runId: `files-${asOf.data}-${await digestOf(options, found.manifest, all)}`,
    division: options.division,
    asOf: asOf.data,
    // Of the day, only its beginning is certain.
    extractedAt: await beginningOf(client, asOf.data, options.timeZone),
    timeZone: options.timeZone,
  }
  return {
    header,
    paymentsThrough: found.manifest.payments_through,
    whyNotNewer: (live) =>
      header.extractedAt < live.extractedAt ? `The files are older than the current data (${live.runId})` : null,
    load: async (into) => await load(options, header, found, near, into),
    secrets: `${incomingSchema}.holder`,
    async beforeSwap(importing) {
      await keepNumbers(importing)
      await storeImages(
        importing,
        found.zips.map(({ path }) => path),
        options.clock.now(),
      )
    },
    close: async () => undefined,
  }
}

async function beginningOf(client: pg.Client, day: CalendarDate, timeZone: string): Promise<Instant> {
  const { rows } = await client.query<{ at: Date }>('select $1::date::timestamp at time zone $2 as at', [day, timeZone])
  return instantOf(rows[0]?.at.getTime() ?? Number.NaN)
}

interface FoundFiles {
  files: GivenFile[]
  zips: GivenZip[]
  manifest: Manifest
}

/** One of each kind, and any zips. @throws RefusedExtract: one is missing, there twice, or of no kind */
async function findFiles({ files: given, layout }: FilesOptions, near: number): Promise<FoundFiles> {
  const [folder = ''] = given
  const isFolder = given.length === 1 && (await statOf(folder)).isDirectory()
  const paths = isFolder ? (await readdir(folder)).toSorted().map((name) => join(folder, name)) : given
  const files: GivenFile[] = []
  const zips: GivenZip[] = []
  let manifest: Manifest = { rows: {} }
  for (const path of paths) {
    const [file, zip] = [fileOf(layout, path, near), zipOf(layout, path, near)]
    if (basename(path) === manifestName) manifest = await readManifest(path)
    else if (file) files.push(file)
    else if (zip) zips.push(zip)
    else if (!isFolder) throw new RefusedExtract(`${basename(path)} is no file of the layout`)
  }
  for (const kind of fileKinds) {
    const names = files.filter((file) => file.kind === kind).map(({ path }) => basename(path))
    if (names.length > 1) throw new RefusedExtract(`There are several files of ${kind}: ${names.join(', ')}`)
    if (names.length === 0 && kind === 'accounts') throw new RefusedExtract('There is no file of accounts')
  }
  return { files, zips, manifest }
}

async function statOf(path: string) {
  try {
    return await stat(path)
  } catch (error) {
    throw new RefusedExtract(`The file cannot be read. ${String(error)}`)
  }
}

/** Of the files and of how they are read: with another layout, cutoff, proof or secret, they are imported again. */
async function digestOf(
  { layout, proof }: FilesOptions,
  { payments_through }: Manifest,
  files: readonly { path: string }[],
): Promise<string> {
  const digest = createHash('sha256').update(JSON.stringify({ ...layout, payments_through }))
  if (proof) digest.update(JSON.stringify(proof.policy)).update(secretDigest(proof.secret, 'pin', ''))
  for (const { path } of files) await pipeline(createReadStream(path), digest, { end: false })
  return digest.digest('hex').slice(0, 16)
}

async function load(
  { databaseUrl, waterUnit, proof, layout: { images } }: FilesOptions,
  { asOf, division }: ExtractHeader,
  { files, zips, manifest }: FoundFiles,
  near: number,
  { client, quarantine, show }: Loading,
): Promise<Loaded> {
  const lacks = new Set<string>([
    ...fileKinds.flatMap((kind) => fileColumns[kind].map(({ name }) => `${kind}.${name}`)),
    ...columnsOfParts(),
  ])
  for (const kind of fileKinds) await client.query(fileTable(kind))
  const staging = await openStaging(databaseUrl, new Map(files.map(({ kind }) => [kind, copiedColumns(kind)])))
  try {
    let records = 0
    for (const { kind, path, layout } of files) {
      const { bytes, size, bytesRead } = await openExtract(path)
      const row = (copied: string) => staging.write(kind, copied)
      const reader = new RowReader(kind, layout, near, { row, skip: quarantine.add }, secretsOf(proof))
      let lineNumber = 0
      try {
        for await (const lines of decodedLines(bytes, layout)) {
          for (const line of lines) reader.read(line, ++lineNumber)
          await staging.drained()
          show({ phase: 'reading', bytesRead: bytesRead(), bytes: size, records: records + reader.rows })
        }
        reader.end()
      } finally {
        bytes.destroy()
      }
      records += reader.rows
      for (const column of reader.columnsWithValues) lacks.delete(column)
      const counted = manifest.rows[kind]
      if (counted !== undefined && counted !== reader.rows)
        throw new RefusedExtract(`The manifest counts ${counted} rows of ${kind}. The file has ${reader.rows}`)
    }
    await staging.finish()
  } finally {
    await staging.abandon()
  }
  show({ phase: 'checking' })
  await refuseOtherSum(client, manifest, quarantine.total())
  await removeFaulty(
    client,
    files.map(({ kind }) => kind),
    quarantine,
  )
  const second = await importClient(databaseUrl)
  try {
    const { rows, notes } = await fillLedger([client, second], { asOf, division, waterUnit })
    const paths = zips.map(({ path }) => path)
    if (images && zips.length > 0) notes.push(...(await checkImages(client, paths, { pattern: images.name, near })))
    return { rows, notes, lacks: [...lacks] }
  } finally {
    await second.end()
  }
}

/** Of what the profile asks for, and of nothing else. */
function secretsOf(proof: ProfileProof | undefined): Secrets {
  const asked = proof ? [...proof.policy.payNow, ...proof.policy.registration] : []
  const isAsked = (column: SecretColumn) => asked.includes(column === 'pin' ? 'pin' : 'lastPayment')
  return new Map(
    secretColumns.filter(isAsked).map((column) => [
      column,
      (value) => {
        // Some systems write payments as negative amounts.
        const shown = column === 'last_payment' ? value.replace('-', '') : value
        return shown === '0' ? '' : secretDigest(proof?.secret ?? '', column, shown)
      },
    ]),
  )
}
