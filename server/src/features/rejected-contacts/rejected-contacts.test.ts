import type { ReplyOf } from '@portal/contract/call'
import { PersonId } from '@portal/contract/ids'
import type { listRejectedContacts } from '@portal/contract/rejected-contacts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { contactDelivery } from '../../foundation/contact-changes/delivery.ts'
import { type WantedChange, queueContactChange } from '../../foundation/contact-changes/queue.ts'
import { type TestApp, type TestBrowser, testApp } from '../../http/testing/app.ts'

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

async function change(wanted: Omit<Partial<WantedChange>, 'personId'>): Promise<void> {
  const at = { timeZone: 'Pacific/Guam', now: portal.deps.clock.now() }
  await portal.database.db
    .transaction()
    .execute(async (tx) => await queueContactChange(tx, { personId: maria, phones: [], ...wanted }, at))
  await contactDelivery(portal.deps).run(new AbortController().signal)
}

const list = async () =>
  (await care.get('/api/v1/rejected-contact-changes')).json<ReplyOf<typeof listRejectedContacts>>().changes
const settle = async (id: number, by = care) =>
  (await by.post(`/api/v1/rejected-contact-changes/${id}/made`, {})).statusCode

describe('a contact change', () => {
  test('that the billing system takes is not listed', async () => {
    refusal = null
    await change({ emailAddress: 'maria@customer.example' })
    expect(await list()).toEqual([])
  })

  test('that it refuses is listed with what was changed, when and why not', async () => {
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
      ],
    })
    expect(await list()).toEqual([
      {
        id: 1,
        personId: maria,
        changedAt: portal.deps.clock.now(),
        emailAddress: 'maria@customer.example',
        address: ['1 Ypao Rd', 'Tamuning GU 96913', 'USA'],
        phones: ['MOBILE: add (671) 555-0123', 'HOME-PHONE 2: remove'],
        reason: 'the zip code is of another state',
      },
    ])
  })

  test('that was made by hand is off the list, once, and written into the audit log without what was changed', async () => {
    await change({ emailAddress: 'maria@customer.example' })
    expect(await settle(1)).toBe(200)
    expect(await settle(1)).toBe(409)
    expect(await list()).toEqual([])
    const { rows } = await portal.database.pool.query(
      'select action, subject, after_change from audit_entry order by id desc limit 1',
    )
    expect(rows).toMatchObject([{ action: 'contact-change-made', subject: `person ${maria}` }])
    expect(JSON.stringify(rows)).not.toContain('maria@customer.example')
  })

  test('that still waits cannot be taken off the list', async () => {
    refusal = null
    const at = { timeZone: 'Pacific/Guam', now: portal.deps.clock.now() }
    await portal.database.db
      .transaction()
      .execute(
        async (tx) => await queueContactChange(tx, { personId: maria, phones: [], emailAddress: 'm@x.example' }, at),
      )
    expect(await settle(1)).toBe(409)
    expect((await portal.database.pool.query('select from contact_outbox')).rowCount).toBe(1)
  })

  test.each([2, 3, 6] as const)('is none of the business of level %d', async (level) => {
    const other = await portal.administrator(level)
    expect((await other.get('/api/v1/rejected-contact-changes')).statusCode).toBe(403)
    expect(await settle(1, other)).toBe(403)
  })
})
