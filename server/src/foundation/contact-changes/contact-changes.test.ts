import { PersonId } from '@portal/contract/ids'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ledgerBilling } from '../../adapters/billing-system/ledger/ledger.ts'
import { addTestAccount } from '../../adapters/billing-system/ledger/testing/ledger.ts'
import type { ContactChange } from '../../adapters/billing-system/port-people.ts'
import { BillingSystemDown } from '../../adapters/billing-system/port.ts'
import { type TestDatabase, createTestDatabase } from '../../database/testing/database.ts'
import { createLog } from '../../log.ts'
import { testClock } from '../../testing/clock.ts'
import { contactDelivery, deliverChangesOf, findPersonNow } from './delivery.ts'
import { type RequestedChange, phoneChanges, queueContactChange } from './queue.ts'

const [maria, juan] = [PersonId.parse('1000000001'), PersonId.parse('1000000002')]
const clock = testClock()
const stay = new AbortController().signal

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
  for (const account of [maria, juan]) await addTestAccount(database.db, { account })
})
beforeEach(() => database.pool.query('delete from contact_outbox; delete from cis.contact_change'))
afterAll(() => database.drop())

type Answer = 'take' | 'down' | 'reject' | 'forget'

/** A billing system that records the changes it gets and answers as `answer` says. */
function partner(answer: (change: ContactChange) => Answer | Promise<Answer> = () => 'take') {
  const ledger = ledgerBilling(database.db, 'GWA')
  const told: string[] = []
  const log = createLog('silent')
  const billing: typeof ledger = {
    ...ledger,
    async changeContact(change) {
      told.push(change.emailAddress ?? '')
      const what = await answer(change)
      if (what === 'down') throw new BillingSystemDown('no connection')
      if (what === 'reject') return { outcome: 'rejected', reason: 'not like this' }
      const changed = await ledger.changeContact(change)
      if (what === 'forget') throw new BillingSystemDown('no reply')
      return changed
    },
  }
  return { told, deps: { db: database.db, clock, log, billing } }
}

async function queue(personId: PersonId, change: Omit<Partial<RequestedChange>, 'personId'>): Promise<void> {
  const at = { timeZone: 'Pacific/Guam', now: clock.now() }
  await database.db.transaction().execute(async (tx) => {
    await queueContactChange(tx, { personId, phones: [], ...change }, at)
  })
}
const waiting = async () => (await database.pool.query('select from contact_outbox')).rowCount
/** The changes that are still waiting, and why. */
async function left(): Promise<{ of: PersonId; isRefused: boolean; why: string }[]> {
  const list = database.db.selectFrom('contact_outbox').select(['person_id', 'refused_at', 'last_error']).orderBy('id')
  const rows = await list.execute()
  return rows.map((row) => ({ of: row.person_id, isRefused: row.refused_at !== null, why: row.last_error ?? '' }))
}

describe('a contact change', () => {
  test('that changes nothing is not queued', async () => {
    await queue(maria, {})
    expect(await waiting()).toBe(0)
  })

  test('commits together with its cause', async () => {
    const failing = database.db.transaction().execute(async (tx) => {
      const at = { timeZone: 'Pacific/Guam', now: clock.now() }
      await queueContactChange(tx, { personId: maria, emailAddress: 'a@example.com', phones: [] }, at)
      throw new Error('rolled back')
    })
    await expect(failing).rejects.toThrow('rolled back')
    expect(await waiting()).toBe(0)
  })

  test('is deleted once it is delivered', async () => {
    const { deps } = partner()
    await queue(maria, { emailAddress: 'a@example.com' })
    expect(await contactDelivery(deps).run(stay)).toBe(1)
    expect(await waiting()).toBe(0)
    expect((await deps.billing.findPerson(maria))?.emailAddress).toBe('a@example.com')
  })

  test('whose reply was lost is sent again and made once', async () => {
    let lost = 0
    const { told, deps } = partner(() => (lost++ === 0 ? 'forget' : 'take'))
    await queue(maria, { phones: [{ action: 'add', type: 'MOBILE', number: '671-555-0101' }] })
    await contactDelivery(deps).run(stay)
    clock.advance(5_000)
    await contactDelivery(deps).run(stay)
    expect(told).toHaveLength(2)
    expect((await deps.billing.findPerson(maria))?.phones).toHaveLength(1)
  })

  test('waits longer after every failure and is never given up', async () => {
    const { told, deps } = partner(() => 'down')
    await queue(maria, { emailAddress: 'a@example.com' })
    const work = contactDelivery(deps)
    await work.run(stay)
    for (const [failures, seconds] of [5, 30, 120, 600, 600].entries()) {
      clock.advance(seconds * 1000 - 1)
      await work.run(stay)
      expect(told).toHaveLength(failures + 1)
      clock.advance(1)
      await work.run(stay)
      expect(told).toHaveLength(failures + 2)
    }
    expect(await waiting()).toBe(1)
  })

  test('that is rejected stays for a person to look at and does not stop the others', async () => {
    const { told, deps } = partner(({ emailAddress }) => (emailAddress === 'bad@example.com' ? 'reject' : 'take'))
    await queue(maria, { emailAddress: 'bad@example.com' })
    await queue(maria, { emailAddress: 'good@example.com' })
    await deliverChangesOf(deps, maria)
    expect(told).toEqual(['bad@example.com', 'good@example.com'])
    const { rows } = await database.pool.query(
      'select last_error, refused_at is not null as refused from contact_outbox',
    )
    expect(rows).toEqual([{ last_error: 'not like this', refused: true }])
  })

  test('ends as the billing system answered, whatever becomes of the others', async () => {
    const [ana, ben] = [PersonId.parse('1000000003'), PersonId.parse('1000000004')]
    const { deps } = partner(({ personId }) => {
      if (personId === maria) return 'take'
      return personId === ana ? 'reject' : 'down'
    })
    for (const personId of [ana, maria, ben]) await queue(personId, { emailAddress: 'new@example.com' })
    await contactDelivery(deps).run(stay)
    expect(await left()).toEqual([
      { of: ana, isRefused: true, why: 'not like this' },
      { of: ben, isRefused: false, why: 'no connection' },
    ])
  })

  test('is recorded only by the holder of its lease: a process that stopped for longer changes nothing', async () => {
    const { promise: stopped, resolve: goOn } = Promise.withResolvers<Answer>()
    const answers: (Promise<Answer> | Answer)[] = [stopped, 'reject']
    const { told, deps } = partner(() => answers.shift() ?? 'take')
    await queue(maria, { emailAddress: 'new@example.com' })
    const first = contactDelivery(deps).run(stay)
    await expect.poll(() => told).toHaveLength(1)
    clock.advance(60_000)
    await contactDelivery(deps).run(stay)
    goOn('down')
    await first
    expect(await left()).toEqual([{ of: maria, isRefused: true, why: 'not like this' }])
  })
})

describe('changes of one person', () => {
  test('are delivered in order, one after the other; other people do not wait', async () => {
    const { told, deps } = partner(({ emailAddress }) => (emailAddress === '1@example.com' ? 'down' : 'take'))
    await queue(maria, { emailAddress: '1@example.com' })
    await queue(maria, { emailAddress: '2@example.com' })
    await queue(juan, { emailAddress: 'juan@example.com' })
    const work = contactDelivery(deps)
    await work.run(stay)
    await work.run(stay)
    expect(told.toSorted()).toEqual(['1@example.com', 'juan@example.com'])
  })

  test('take effect once and in order, however many deliver them at the same time', async () => {
    const { deps } = partner()
    await queue(maria, { emailAddress: '1@example.com' })
    await queue(maria, { emailAddress: '2@example.com' })
    await Promise.all([1, 2, 3].map(() => deliverChangesOf(deps, maria)))
    await deliverChangesOf(deps, maria)
    const { rows } = await database.pool.query(
      "select detail->>'emailAddress' as email from cis.contact_change order by change_number",
    )
    expect(rows).toEqual([{ email: '1@example.com' }, { email: '2@example.com' }])
    expect(await waiting()).toBe(0)
  })

  test('are delivered before the person is shown, even while a process that stopped still holds them', async () => {
    const { promise: stopped } = Promise.withResolvers<Answer>()
    const answers: (Promise<Answer> | Answer)[] = [stopped]
    const { told, deps } = partner(() => answers.shift() ?? 'take')
    await queue(juan, { emailAddress: 'saved@example.com' })
    void contactDelivery(deps).run(stay)
    await expect.poll(() => told).toHaveLength(1)
    expect((await findPersonNow(deps, juan))?.emailAddress).toBe('saved@example.com')
    expect(await waiting()).toBe(0)
  })

  test('are delivered before the person is shown', async () => {
    const { deps } = partner()
    await queue(juan, { emailAddress: 'changed@example.com' })
    expect((await findPersonNow(deps, juan))?.emailAddress).toBe('changed@example.com')
  })

  test('do not keep anybody from reading while the billing system accepts none', async () => {
    const { deps } = partner(() => 'down')
    await queue(juan, { emailAddress: 'other@example.com' })
    expect(await findPersonNow(deps, juan)).toMatchObject({ personId: juan })
  })
})

describe('phone fields (C§5)', () => {
  const onFile = [
    { type: 'MOBILE', number: '(671) 555-0101', sequence: 1 },
    { type: 'MOBILE', number: '671-555-0102', sequence: 4 },
  ] as const
  const field = { type: 'MOBILE', number: '', isDeleted: false, sequence: null } as const

  test.each([
    ['the same number, written otherwise', { ...field, number: '671-555-0101' }, []],
    ['another number', { ...field, number: '671-555-0109' }, [{ action: 'update', sequence: 1 }]],
    [
      'another number for the second',
      { ...field, number: '671-555-0109', sequence: 4 },
      [{ action: 'update', sequence: 4 }],
    ],
    ['a number of a type not on file', { ...field, type: 'HOME-PHONE', number: '671-555-0109' }, [{ action: 'add' }]],
    ['emptied with the flag', { ...field, isDeleted: true, sequence: 4 }, [{ action: 'delete', sequence: 4 }]],
    ['emptied with the flag alone', { ...field, isDeleted: true }, [{ action: 'delete', sequence: 1 }]],
    ['emptied without the flag', { ...field, sequence: 1 }, []],
    ['the flag for a phone that is gone', { ...field, isDeleted: true, sequence: 9 }, []],
    ['the flag and a number', { ...field, number: '671-555-0101', isDeleted: true, sequence: 1 }, []],
  ] as const)('%s', (_, given, expected) => {
    expect(phoneChanges(onFile, [given])).toMatchObject(expected)
    expect(phoneChanges(onFile, [given])).toHaveLength(expected.length)
  })
})
