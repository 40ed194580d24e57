import { gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { accountRecords, extractText } from '../format/testing/extract.ts'
import type { ImportOptions } from './import-report.ts'
import { type TestImport, begunImports } from './testing/import.ts'

let begun: Awaited<ReturnType<typeof begunImports>>
let ledger: TestImport

beforeAll(async () => {
  begun = await begunImports()
})
afterAll(() => begun.drop())
beforeEach(async () => {
  ledger = await begun.next()
})
afterEach(() => ledger.drop())

describe('an extract that cannot be trusted is refused, and the live data stay', () => {
  const sound = extractText([...accountRecords('1000000002'), ...accountRecords('1000000003')])
  const lines = sound.split('\n')
  const changed = (from: string | RegExp, to: string) => sound.replace(from, to)

  test.each<{ what: string; content: string | Buffer; reason: RegExp }>([
    { what: 'empty', content: '', reason: /^Not an extract/ },
    { what: 'cut off in a line', content: sound.slice(0, 1200), reason: /^The file was cut off in line \d+$/ },
    { what: 'cut off in its last line', content: sound.slice(0, -2), reason: /^The file was cut off in line \d+$/ },
    {
      what: 'cut off between lines',
      content: `${lines.slice(0, 12).join('\n')}\n`,
      reason: /^The file has no trailer: it was cut off$/,
    },
    { what: 'cut off when gzipped', content: gzipSync(sound).subarray(0, -200), reason: /^The gzip file was cut off$/ },
    { what: 'damaged when gzipped', content: damaged(gzipSync(sound)), reason: /^The gzip file is damaged$/ },
    {
      what: 'without readable totals',
      content: changed(/9900\|\d+/, '9900|many'),
      reason: /^The control totals in line \d+ cannot be read/,
    },
    {
      what: 'going on after its trailer',
      content: `${sound}0020|1\n`,
      reason: /^The file continues after its trailer/,
    },
    {
      what: 'two files in one',
      content: changed('\n0030', `\n${lines[0]}\n0030`),
      reason: /^There is a second header in line 5$/,
    },
    {
      what: 'not UTF-8',
      content: Buffer.from(changed('Maria Cruz', 'María Cruz'), 'latin1'),
      reason: /^The file is not UTF-8: line 2$/,
    },
    {
      what: 'one endless line',
      content: `${lines[0]}\n${'x'.repeat(400_000)}`,
      reason: /^Line 2 is longer than 65536 bytes$/,
    },
  ])('$what', async ({ content, reason }) => {
    const report = await ledger.importing(content)
    expect(report).toMatchObject({ outcome: 'refused', reason: expect.stringMatching(reason), payments: null })
    expect(await ledger.liveAccounts()).toEqual(['1000000001 7000'])
    expect(await ledger.leftOverSchemas()).toBe(0)
  })

  describe('with more than half missing, although all its totals are right', () => {
    const many = ['1000000002', '1000000003', '1000000004'].flatMap((account) => accountRecords(account))
    const linesOfBill = new Set(['0100', '0120', '1300', '1500', '1700', '2100', '3900', '9999'])
    const next = { runId: 'RUN-2', extractedAt: '2026-02-02T12:00:00.000Z' }
    beforeEach(async () => await ledger.importing(extractText(many)))

    test.each([
      ['of no account at all', [], 'The extract has 0 accounts. The current one (RUN-1) has 3'],
      [
        'of one account in three',
        accountRecords('1000000002'),
        'The extract has 1 accounts. The current one (RUN-1) has 3',
      ],
      [
        'without bills',
        many.filter((line) => !linesOfBill.has(line.slice(0, 4))),
        'The extract has 0 bills. The current one (RUN-1) has 3',
      ],
      [
        'without transactions',
        many.filter((line) => !line.startsWith('7000')),
        'The extract has 0 financial transactions. The current one (RUN-1) has 3',
      ],
    ])('%s, unless it is forced', async (_, body, reason) => {
      const shrunken = extractText(body, next)
      expect(await ledger.importing(shrunken)).toMatchObject({
        outcome: 'refused',
        reason: `${reason}. Use --force to import it anyway`,
      })
      expect(await ledger.liveAccounts()).toHaveLength(3)
      expect(await ledger.importing(shrunken, { force: true })).toMatchObject({ outcome: 'imported' })
    })

    test('with two accounts in three is imported', async () => {
      const fewer = ['1000000002', '1000000003'].flatMap((account) => accountRecords(account))
      expect(await ledger.importing(extractText(fewer, next))).toMatchObject({ outcome: 'imported' })
    })
  })

  test('a refusal is recorded, except in a dry run, and a corrected file of the same run is accepted', async () => {
    await ledger.importing(changed(/9800\|0030\|2/, '9800|0030|4'), { dryRun: true })
    await ledger.importing(changed(/9800\|0030\|2/, '9800|0030|3'))
    expect(await ledger.importing(sound)).toMatchObject({ outcome: 'imported' })
    expect(await ledger.runs()).toEqual([
      { run: 'RUN-0', outcome: 'imported', reason: null },
      { run: 'RUN-1', outcome: 'refused', reason: 'Wrong total: 2 lines of type 0030 were read, the file announces 3' },
      { run: 'RUN-1', outcome: 'imported', reason: null },
    ])
  })

  test('a file without a readable header is recorded, too', async () => {
    await ledger.importing('nothing\n')
    expect(await ledger.runs()).toEqual([
      { run: 'RUN-0', outcome: 'imported', reason: null },
      { run: null, outcome: 'refused', reason: 'Not an extract: the first line is not a header' },
    ])
  })

  test('a run is recorded before its first row, and one whose process was killed has failed for the next', async () => {
    const seen: unknown[] = []
    const onProgress: ImportOptions['onProgress'] = ({ phase }) => {
      if (phase === 'checking') seen.push(ledger.runs())
    }
    await ledger.database.pool.query(
      "insert into cis.import_run (started_at, outcome, rows_loaded, quarantined) values (now(), 'running', '{}', 0)",
    )
    await ledger.importing(sound, { onProgress })
    const killed = { run: null, outcome: 'failed', reason: 'It was interrupted' }
    expect(await Promise.all(seen)).toEqual([
      [{ run: 'RUN-0', outcome: 'imported', reason: null }, killed, { run: 'RUN-1', outcome: 'running', reason: null }],
    ])
    expect((await ledger.runs()).slice(1)).toEqual([killed, { run: 'RUN-1', outcome: 'imported', reason: null }])
  })

  test('the run that is live already is not recorded again', async () => {
    await ledger.importing(sound)
    await ledger.importing(sound)
    expect(await ledger.runs()).toHaveLength(2)
  })

  test('an import that dies halfway leaves nothing but the live data, and the next one works', async () => {
    const dying = ledger.importing(extractText(accountRecords('1000000002')), {
      onProgress: ({ phase }) => {
        if (phase === 'indexing') throw new Error('power cut')
      },
    })
    await expect(dying).rejects.toThrow('power cut')
    expect(await ledger.liveAccounts()).toEqual(['1000000001 7000'])
    expect(await ledger.leftOverSchemas()).toBe(0)
    expect(await ledger.runs()).toEqual([
      { run: 'RUN-0', outcome: 'imported', reason: null },
      { run: 'RUN-1', outcome: 'failed', reason: 'power cut' },
    ])
    expect(await ledger.importing(sound)).toMatchObject({ outcome: 'imported' })
  })
})

/** Damages the middle; both ends stay right. */
function damaged(bytes: Buffer): Buffer {
  return Buffer.concat([bytes.subarray(0, 40), Buffer.alloc(40, 0xff), bytes.subarray(80)])
}
