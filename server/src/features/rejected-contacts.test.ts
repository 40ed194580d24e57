import type { ReplyOf } from '@portal/contract/call'
import { PersonId } from '@portal/contract/ids'
import { type listRejectedContacts, rejectedContactsPageSize } from '@portal/contract/rejected-contacts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { contactDelivery } from '../foundation/contact-changes/delivery.ts'
import { type RequestedChange, queueContactChange } from '../foundation/contact-changes/queue.ts'
import { type TestApp, type TestBrowser, testApp } from '../http/testing/app.ts'

const maria = PersonId.parse('1000000001')
let refusal: string | null

let portal: TestApp
let care: TestBrowser
beforeAll(async () => {
  portal = await testApp()
  const { billing } = portal.deps
  const changeContact: typeof billing.changeContact = async () =>
    refusal === null ? { outcome: 'changed' } : { outcome: 'rejected', reason: refusal }
  Object.assign(billing, { changeContact })
  care = await portal.administrator(5)
})
beforeEach(async () => {
  refusal = 'the zip code is of another state'
  await portal.database.pool.query('truncate contact_outbox restart identity')
})
afterAll(() => portal.close())

async function change(wanted: Omit<Partial<RequestedChange>, 'personId'>): Promise<void> {
  const at = { timeZone: 'Pacific/Guam', now: portal.deps.clock.now() }
  await portal.database.db
    .transaction()
    .execute(async (tx) => await queueContactChange(tx, { personId: maria, phones: [], ...wanted }, at))
  await contactDelivery(portal.deps).run(new AbortController().signal)
}

const page = async (after = 0) =>
  (await care.get(`/api/v1/rejected-contact-changes?after=${after}`)).json<ReplyOf<typeof listRejectedContacts>>()
const list = async () => (await page()).changes
const settle = async (id: number, by = care) =>
  (await by.post(`/api/v1/rejected-contact-changes/${id}/made`, {})).statusCode

describe('a contact change', () => {
  test('that the billing system accepts is not listed', async () => {
    refusal = null
    await change({ emailAddress: 'maria@customer.example' })
    expect(await list()).toEqual([])
  })

  test('that it refuses is listed with what was changed, when, and why it was refused', async () => {
    const address = {
      address1: '1 Ypao Rd',
      address2: null,
      city: 'Tamuning',
      state: 'GU',
      postal: '96913',
      country: 'USA',
    }
    await change({
      emailAddress: 'maria@customer.example',
      address,
      phones: [
        { action: 'add', type: 'MOBILE', number: '(671) 555-0123' },
        { action: 'delete', type: 'HOME-PHONE', sequence: 2 },
        { action: 'update', type: 'BUSN-PHONE', sequence: 3, number: '(671) 555-0199' },
      ],
    })
    expect(await list()).toEqual([
      {
        id: 1,
        personId: maria,
        changedAt: portal.deps.clock.now(),
        changes: [
          { name: 'emailAddress', lines: ['maria@customer.example'] },
          { name: 'address', lines: ['1 Ypao Rd', 'Tamuning GU 96913', 'USA'] },
          { name: 'phone', lines: ['MOBILE: add (671) 555-0123'] },
          { name: 'phone', lines: ['HOME-PHONE 2: remove'] },
          { name: 'phone', lines: ['BUSN-PHONE 3: change to (671) 555-0199'] },
        ],
        reason: 'the zip code is of another state',
      },
    ])
  })

  test('is listed with the lines of its address that are not empty', async () => {
    const street = { address1: '1 Ypao Rd', address2: 'Unit 4', city: 'Tamuning', state: '', postal: '96913' }
    await change({ address: { ...street, country: 'USA' } })
    await change({ emailAddress: 'maria@customer.example' })
    expect((await list()).map(({ changes }) => changes)).toEqual([
      [{ name: 'address', lines: ['1 Ypao Rd', 'Unit 4', 'Tamuning 96913', 'USA'] }],
      [{ name: 'emailAddress', lines: ['maria@customer.example'] }],
    ])
  })

  test('comes oldest first, a page at a time, each once', async () => {
    for (let many = 0; many < rejectedContactsPageSize; many += 1) await change({ emailAddress: `m${many}@x.example` })
    expect(await page()).toMatchObject({ hasMore: false })
    await change({ emailAddress: 'last@x.example' })
    await portal.database.pool.query('update contact_outbox set last_error = last_error where id = 1')
    const first = await page()
    const second = await page(first.changes.at(-1)?.id)
    expect([first.hasMore, second.hasMore]).toEqual([true, false])
    expect([first.changes.length, second.changes.length]).toEqual([rejectedContactsPageSize, 1])
    const ids = [...first.changes, ...second.changes].map(({ id }) => id)
    expect(ids).toEqual(Array.from({ length: rejectedContactsPageSize + 1 }, (_, at) => at + 1))
  })

  test('that was made by hand is taken off the list alone, once, and recorded in the audit log without its content', async () => {
    await change({ emailAddress: 'maria@customer.example' })
    await change({ emailAddress: 'other@customer.example' })
    expect(await settle(1)).toBe(200)
    expect(await settle(1)).toBe(409)
    expect(await list()).toMatchObject([{ id: 2 }])
    const { rows } = await portal.database.pool.query(
      'select action, subject, after_change from audit_entry order by id desc limit 1',
    )
    const after = JSON.stringify({ change: 1, refusedFor: refusal })
    expect(rows).toEqual([{ action: 'contact-change-made', subject: `person ${maria}`, after_change: after }])
    expect(JSON.stringify(rows)).not.toContain('maria@customer.example')
  })

  test('that still waits is not listed and cannot be taken off the list', async () => {
    refusal = null
    const at = { timeZone: 'Pacific/Guam', now: portal.deps.clock.now() }
    await portal.database.db
      .transaction()
      .execute(
        async (tx) => await queueContactChange(tx, { personId: maria, phones: [], emailAddress: 'm@x.example' }, at),
      )
    expect(await list()).toEqual([])
    expect(await settle(1)).toBe(409)
    expect((await portal.database.pool.query('select from contact_outbox')).rowCount).toBe(1)
  })

  test.each([2, 3, 6] as const)('is none of the business of level %d', async (level) => {
    const other = await portal.administrator(level)
    expect((await other.get('/api/v1/rejected-contact-changes')).statusCode).toBe(403)
    expect(await settle(1, other)).toBe(403)
  })
})
