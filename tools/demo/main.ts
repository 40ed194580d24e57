import { createWriteStream } from 'node:fs'
import { mkdir, rename } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { env, stderr } from 'node:process'
import { PassThrough, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { createGzip } from 'node:zlib'
import { CalendarDate, dateIn, instantOf } from '@portal/contract/dates'
import { divisionLength } from '@portal/contract/utility'
import { readProfile } from '@portal/server/settings/profile.ts'
import { z } from 'zod'
import { readWords } from '../command-line.ts'
import { type DemoAnswers, readAnswers } from './answers.ts'
import { nightAfter, writeDemoExtract } from './write-demo-extract.ts'

/** `portal demo` writes the extract of an invented utility, which `portal import` reads like any other. */

const usage = `portal demo --out FILE [--accounts N] [--seed S] [--as-of YYYY-MM-DD] [--months M] [--division CODE]
            [--contacts FOLDER]
  Writes the extract of an invented utility; gzipped when FILE ends in .gz. The same parameters give
  the same bytes, once the day is over.
  Division and time zone are those of PROFILE_FILE.
  --contacts   makes the changes of the contact files in this folder`

const { division, timeZone } = readProfile(env['PROFILE_FILE'])

const Parameters = z.object({
  out: z.string().min(1),
  accounts: z.coerce.number().int().min(1).max(10_000_000).default(1000),
  seed: z.coerce.number().int().min(0).max(2_147_483_647).default(1),
  'as-of': CalendarDate.default(() => dateIn(timeZone, instantOf(Date.now()))),
  months: z.coerce.number().int().min(2).max(120).default(24),
  division: z.string().max(divisionLength).default(division),
  contacts: z.string().optional(),
})
type Parameters = z.infer<typeof Parameters>

const parameters = readWords(usage, () => {
  const option = { type: 'string' } as const
  const options = {
    out: option,
    accounts: option,
    seed: option,
    'as-of': option,
    months: option,
    division: option,
    contacts: option,
  }
  return Parameters.parse(parseArgs({ options }).values)
})
if (parameters) await write(parameters)

/** The file has another name until it is complete, so that nobody imports half of it. */
async function write(given: Parameters): Promise<void> {
  const file = resolve(given.out)
  const unfinished = `${file}.part`
  await mkdir(dirname(file), { recursive: true })
  const text = new PassThrough({ highWaterMark: 1024 * 1024 })
  const written = given.out.endsWith('.gz')
    ? pipeline(text, createGzip(), createWriteStream(unfinished))
    : pipeline(text, createWriteStream(unfinished))
  const answers = given.contacts === undefined ? undefined : await readAnswers(given.contacts)
  await Promise.all([writeText(given, text, answers), written])
  await rename(unfinished, file)
}

function writeText(given: Parameters, text: Writable, answers: DemoAnswers | undefined): Promise<void> {
  const onProgress = (accounts: number) => {
    if (stderr.isTTY)
      stderr.write(`\r${accounts.toLocaleString('en-US')} of ${given.accounts.toLocaleString('en-US')} accounts`)
    if (stderr.isTTY && accounts === given.accounts) stderr.write('\n')
  }
  // No extract is of a time to come.
  const [night, now] = [nightAfter(given['as-of']), instantOf(Date.now())]
  const extractedAt = night < now ? night : now
  return writeDemoExtract({ ...given, timeZone, asOf: given['as-of'], extractedAt, answers, onProgress }, text)
}
