import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { CalendarDate, Instant } from '@portal/contract/dates'
import { AccountNumber, PersonId } from '@portal/contract/ids'
import { contactFile } from '@portal/server/features/billing-exchange/format/contact-file.ts'
import { expect, test } from 'vitest'
import { readAnswers, type DemoAnswers } from './answers.ts'
import { writeDemoExtract } from './write-demo-extract.ts'

async function extract(answers?: DemoAnswers): Promise<string[]> {
  const stream = new PassThrough()
  const [, written] = await Promise.all([
    writeDemoExtract({ accounts: 3, seed: 1, asOf: CalendarDate.parse('2026-06-01'), months: 2, answers }, stream),
    text(stream),
  ])
  return written.split('\n')
}

test('given contact files, then the next extract of the demo has their changes and the number of the last one', async () => {
  const before = await extract()
  const [, account = '', person = '', ...link] = before.find((line) => line.startsWith('0032'))?.split('|') ?? []
  expect(link.at(-1)).toBe('POSTAL')
  const folder = await mkdtemp(join(tmpdir(), 'answers-'))
  const change = {
    personId: PersonId.parse(person),
    changedAt: Instant.parse('2026-06-01T02:00:00.000Z'),
    changeDate: CalendarDate.parse('2026-06-01'),
  }
  const routes = (route: 'EMAIL' | 'POSTAL') => [{ accountId: AccountNumber.parse(account), route }]
  const changes = [
    {
      ...change,
      changeNumber: 7,
      detail: { emailAddress: 'new@example.com', phones: [], billRoutes: routes('POSTAL') },
    },
    { ...change, changeNumber: 8, detail: { phones: [], billRoutes: routes('EMAIL') } },
  ]
  await writeFile(join(folder, 'contacts-CONTACT-1.txt'), contactFile('CONTACT-1', change.changedAt, changes))
  const after = await extract(await readAnswers(folder))
  await rm(folder, { recursive: true })
  const found = (start: string) => after.find((line) => line.startsWith(start)) ?? ''
  expect(found(`0032|${account}|${person}|`)).toMatch(/\|EMAIL$/)
  expect(found(`0020|${person}|`)).toContain('|new@example.com|')
  expect(found(`0024|${person}|CMWEBCHG|`)).toMatch(/\|8$/)
})
