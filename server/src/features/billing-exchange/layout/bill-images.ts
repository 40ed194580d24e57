import { createHash } from 'node:crypto'
import { basename } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { crc32 } from 'node:zlib'
import type { Instant } from '@portal/contract/dates'
import type pg from 'pg'
import { type Entry, type ZipFile, openPromise } from 'yauzl'
import { RefusedExtract } from '../import/read-lines.ts'
import { incomingSchema as incoming } from '../import/staging.ts'
import { matchImage } from './file-names.ts'
import type { Fault } from './forms.ts'

const megabyte = 1024 * 1024
/** Of one image. */
const mostMegabytes = 5
const mostEntries = 50_000
/** How many times its size a zip may unpack to. PDFs are compressed already, so bills stay far below. */
const mostUnpacked = 100

interface ZippedFile {
  /** In the zip, counted from 1. */
  number: number
  /** Without folders. */
  name: string
  read(): Promise<Buffer | Fault>
}

/** One at a time. @throws RefusedExtract: the zip is damaged, or may be an attack */
async function* filesIn(path: string): AsyncGenerator<ZippedFile> {
  const refused = (what: string) => new RefusedExtract(`${basename(path)} ${what}`)
  const zip = await openPromise(path).catch(() => {
    throw refused('is not a zip file, or was cut off')
  })
  try {
    if (zip.entryCount > mostEntries) throw refused(`has more than ${mostEntries.toLocaleString('en-US')} files`)
    let [number, unpacked] = [0, 0]
    for await (const entry of zip.eachEntry()) {
      number += 1
      // As declared; yauzl refuses an entry that turns out larger.
      unpacked += entry.uncompressedSize
      if (unpacked > zip.fileSize * mostUnpacked) throw refused(`unpacks to more than ${mostUnpacked} times its size`)
      if (entry.isEncrypted()) throw refused('is encrypted')
      const name = basename(entry.fileName)
      if (!entry.fileName.endsWith('/')) yield { number, name, read: async () => await unpack(zip, entry) }
    }
  } catch (error) {
    if (error instanceof RefusedExtract) throw error
    // Its message has the name, which may be of a customer.
    const isOutside = error instanceof Error && /^(invalid relative|absolute) path/.test(error.message)
    throw refused(isOutside ? 'has a file outside its folder' : 'is damaged')
  } finally {
    zip.close()
  }
}

async function unpack(zip: ZipFile, entry: Entry): Promise<Buffer | Fault> {
  if (entry.uncompressedSize > mostMegabytes * megabyte) return { fault: `larger than ${mostMegabytes} MB` }
  try {
    const bytes = await buffer(await zip.openReadStreamPromise(entry))
    if (crc32(bytes) !== entry.crc32) return { fault: 'damaged' }
    return bytes.toString('latin1', 0, 5) === '%PDF-' ? bytes : { fault: 'not a PDF' }
  } catch {
    return { fault: 'damaged' }
  }
}

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

/**
 * Reads every image and finds its bill, by the column `pdf` of bills.csv, else by its name. Keeps no image: a dry run ends here.
 * @returns in sentences, what is left out
 * @throws RefusedExtract
 */
export async function checkImages(
  client: pg.Client,
  zips: readonly string[],
  { pattern, near }: { pattern: string; near: number },
): Promise<string[]> {
  const leftOut = new Map<string, number>()
  const leave = (why: string, count: number) => void (count > 0 && leftOut.set(why, (leftOut.get(why) ?? 0) + count))
  await client.query(`create unlogged table ${incoming}.image (
    zip integer, number integer, name text, account text, bill_date date, sha256 text)`)
  for (const [zip, path] of zips.entries()) {
    const rows: { number: number; name: string; account?: string; bill_date?: string; sha256: string }[] = []
    for await (const { number, name, read } of filesIn(path)) {
      const pdf = await read()
      if (!Buffer.isBuffer(pdf)) leave(pdf.fault, 1)
      else {
        const bill = matchImage(pattern, name, near)
        rows.push({
          number,
          name,
          sha256: sha256(pdf),
          ...(bill && { account: bill.account, bill_date: bill.billDate }),
        })
      }
    }
    await client.query(
      `insert into ${incoming}.image select $1, each.* from json_to_recordset($2)
         as each (number integer, name text, account text, bill_date date, sha256 text)`,
      [zip, JSON.stringify(rows)],
    )
  }
  await client.query(`create unlogged table ${incoming}.imaged as
    select zip, number, name, sha256, bill_id, named.pdf is null and image.account is null as is_unnamed,
      count(*) over (partition by bill_id) as of_bill
    from ${incoming}.image
    left join (select distinct lower(pdf) as pdf, account, bill_date from ${incoming}.bills) named on named.pdf = lower(name)
    left join ${incoming}.billed on billed.account = coalesce(named.account, image.account)
      and billed.bill_date = coalesce(named.bill_date, image.bill_date)`)
  const { rows } = await client.query<Record<'unnamed' | 'unbilled' | 'several' | 'unimaged' | 'example', string>>(
    `select count(*) filter (where is_unnamed) as unnamed, min(name) filter (where is_unnamed) as example,
       count(*) filter (where not is_unnamed and bill_id is null) as unbilled,
       count(*) filter (where bill_id is not null and of_bill > 1) as several,
       (select count(*) from ${incoming}.billed where not exists (
          select from ${incoming}.imaged where imaged.bill_id = billed.bill_id and of_bill = 1)
        and not exists (select from bill_image where bill_image.bill_id = billed.bill_id)) as unimaged
     from ${incoming}.imaged`,
  )
  const [
    { unnamed, unbilled, several, unimaged, example } = {
      unnamed: 0,
      unbilled: 0,
      several: 0,
      unimaged: 0,
      example: '',
    },
  ] = rows
  leave(`of another name, such as ${masked(example ?? '')}`, Number(unnamed))
  leave('several of one bill', Number(several))
  const notes = [...leftOut].map(([why, count]): [string, number] => [`Images left out, ${why}`, count])
  return [
    ...notes,
    ['Images without a bill', Number(unbilled)] as const,
    ['Bills without an image', Number(unimaged)] as const,
  ]
    .filter(([, count]) => count > 0)
    .map(([what, count]) => `${what}: ${count.toLocaleString('en-US')}`)
}

/** The form of a name, without what it says of a customer. */
const masked = (name: string): string => name.replaceAll(/\p{L}/gu, 'A').replaceAll(/\p{N}/gu, '9')

/**
 * Stores the images that `checkImages` found, except those that are there. After the numbers of holders are kept, which are in
 * those of bills: a number that another holder gets later must have no image.
 */
export async function storeImages(client: pg.Client, zips: readonly string[], now: Instant): Promise<void> {
  if (zips.length > 0) {
    const { rows } = await client.query<{ zip: number; number: number; bill_id: string; sha256: string }>(
      `select zip, number, bill_id, imaged.sha256 from ${incoming}.imaged join ${incoming}.bill using (bill_id)
       where of_bill = 1 and not exists (
         select from bill_image
         where bill_image.bill_id = imaged.bill_id and bill_image.sha256 = decode(imaged.sha256, 'hex'))`,
    )
    await client.query(`drop table ${incoming}.image, ${incoming}.imaged; begin`)
    try {
      for (const [zip, path] of zips.entries())
        await storeZip(
          client,
          path,
          rows.filter((row) => row.zip === zip),
        )
      await client.query('commit')
    } catch (error) {
      await client.query('rollback')
      throw error
    }
  }
  await client.query(
    `update bill_image set missing_since = case when is_missing then $1::timestamptz end
     from (
       select image.bill_id, bill.bill_id is null as is_missing
       from bill_image image left join ${incoming}.bill using (bill_id)) found
     where found.bill_id = bill_image.bill_id and is_missing <> (missing_since is not null)`,
    [now],
  )
}

async function storeZip(
  client: pg.Client,
  path: string,
  images: readonly { number: number; bill_id: string; sha256: string }[],
): Promise<void> {
  const wanted = Map.groupBy(images, ({ number }) => number)
  for await (const { number, read } of filesIn(path)) {
    const bills = wanted.get(number) ?? []
    const pdf = bills.length > 0 ? await read() : null
    for (const { bill_id, sha256: checked } of bills) {
      if (!Buffer.isBuffer(pdf) || sha256(pdf) !== checked)
        throw new RefusedExtract(`${basename(path)} was changed during the import`)
      await client.query(
        `insert into bill_image (bill_id, sha256, pdf) values ($1, decode($2, 'hex'), $3)
         on conflict (bill_id) do update set sha256 = excluded.sha256, pdf = excluded.pdf`,
        [bill_id, checked, pdf],
      )
    }
  }
}
