import { Instant } from '@portal/contract/dates'
import { helpTexts } from '@portal/contract/help-and-support'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { EmailNotSent } from '../adapters/email/port.ts'
import { limits } from '../foundation/rate-limits/limits.ts'
import { type TestApp, type TestBrowser, testApp } from '../http/testing/app.ts'
import { emailDelivery } from '../messages/sending/send-emails.ts'
import { type TestClock, testClock } from '../testing/clock.ts'

const path = '/api/v1/help-and-support'
const account = '4821007391'
const ticket = {
  cis_division: 'GWA',
  accountId: account,
  personId: account,
  emailAddress: 'maria@customer.example',
  fullName: 'Maria Cruz',
  contactType: 'COMPLAINT',
  message: 'My bill doubled <b>twice</b>.\r\n\r\nMeter 4821007391, call 671-555-0101 on 2026-02-11.',
}

let clock: TestClock
let portal: TestApp
let maria: TestBrowser
let isMailDown = false
const sent: { to: string; text: string; html: string }[] = []
beforeAll(async () => {
  clock = testClock(Instant.parse('2026-02-10T01:00:00.000Z'))
  const mail = {
    async send(email: { to: string; text: string; html: string }): Promise<void> {
      if (isMailDown) throw new EmailNotSent('the mail server is away')
      sent.push(email)
    },
  }
  portal = await testApp({ clock, mail })
})
beforeEach(async () => {
  maria = await portal.customer({ person: account, username: 'maria', accounts: [account] })
  await portal.database.pool.query('delete from rate_limit; delete from email; delete from help_ticket')
  sent.length = 0
})
afterAll(() => portal.close())

async function kept() {
  return await portal.database.db.selectFrom('help_ticket').selectAll().execute()
}
const deliver = () => emailDelivery(portal.deps).run(new AbortController().signal)

describe('a ticket (C§2.5, C§3)', () => {
  test('is stored, numbered and mailed to customer service with all its content', async () => {
    const { result } = (await maria.post(path, ticket)).json()
    expect(result).toEqual({ status: 'Success', ticketNumber: expect.stringMatching(/^T-\d{6}$/) })
    expect(await kept()).toMatchObject([
      {
        person_id: account,
        account_id: account,
        full_name: 'Maria Cruz',
        email_address: 'maria@customer.example',
        contact_type: 'COMPLAINT',
        message: ticket.message,
        sent_at: clock.now(),
      },
    ])
    await deliver()
    expect(sent).toHaveLength(1)
    expect(sent[0]?.to).toBe(portal.deps.profile.customerServiceEmail)
    expect(sent[0]?.text).toContain(`Contact type: COMPLAINT
Customer: Maria Cruz
Reply to: maria@customer.example
Account: ${account}
Person ID: ${account}
Username: maria
Sent: 02/10/2026 11:00:00 AM

My bill doubled <b>twice</b>.

Meter 4821007391, call 671-555-0101 on 2026-02-11.`)
    expect(sent[0]?.text).toContain(`Ticket ${result.ticketNumber}`)
    expect(sent[0]?.html).not.toContain('<b>')
  })

  test('about no account is accepted, too', async () => {
    const { accountId: _, ...general } = ticket
    expect((await maria.post(path, { ...general, contactType: 'TECHNICAL' })).json().result.status).toBe('Success')
    expect((await maria.post(path, { ...ticket, accountId: '' })).json().result.status).toBe('Success')
    expect(await kept()).toMatchObject([{ account_id: null, contact_type: 'TECHNICAL' }, { account_id: null }])
    await deliver()
    expect(sent[0]?.text).toContain('Account: None selected')
  })

  test('succeeds and is stored while mail is down, and is mailed when mail is back', async () => {
    isMailDown = true
    expect((await maria.post(path, ticket)).json().result.status).toBe('Success')
    await deliver()
    expect(sent).toEqual([])
    isMailDown = false
    clock.advance(60 * 60_000)
    await deliver()
    expect(sent).toHaveLength(1)
    expect(await kept()).toHaveLength(1)
  })

  test('has a number of six digits with leading zeros', async () => {
    await portal.database.pool.query('alter sequence help_ticket_id_seq restart with 42')
    expect((await maria.post(path, ticket)).json().result).toEqual({ status: 'Success', ticketNumber: 'T-000042' })
  })

  test.each([
    ['about another account', { accountId: '' }],
    ['of another type', { contactType: 'TECHNICAL' }],
    ['to be answered to another address', { emailAddress: 'other@customer.example' }],
    ['in other words', { message: 'Something else' }],
  ])('in between %s is another one, and the first stays the same', async (_, change) => {
    const { result } = (await maria.post(path, ticket)).json()
    const other = (await maria.post(path, { ...ticket, ...change })).json().result
    expect([other.status, other.ticketNumber === result.ticketNumber]).toEqual(['Success', false])
    expect((await maria.post(path, ticket)).json().result).toEqual(result)
  })

  test('that is sent again because its answer was lost counts once; later it counts as another one', async () => {
    const { result } = (await maria.post(path, ticket)).json()
    expect((await maria.post(path, ticket)).json().result).toEqual(result)
    expect((await maria.post(path, { ...ticket, message: 'Something else' })).json().result).not.toEqual(result)
    await deliver()
    expect(sent).toHaveLength(2)
    clock.advance(10 * 60_000)
    expect((await maria.post(path, ticket)).json().result).not.toEqual(result)
  })

  test('of somebody else in the same words is another one', async () => {
    const { accountId: _, ...general } = ticket
    const juan = await portal.customer({ person: '4821007392', username: 'juan' })
    const replies = [await maria.post(path, general), await juan.post(path, { ...general, personId: '4821007392' })]
    expect(new Set(replies.map((reply) => JSON.stringify(reply.json()))).size).toBe(2)
    expect((await kept()).map(({ person_id }) => person_id)).toEqual([account, '4821007392'])
  })

  test('that is sent twice at the same moment, as by two presses on a slow connection, counts once', async () => {
    const [first, second] = await Promise.all([maria.post(path, ticket), maria.post(path, ticket)])
    expect(first.json()).toEqual({ result: { status: 'Success', ticketNumber: expect.stringMatching(/^T-/) } })
    expect(second.json()).toEqual(first.json())
    expect(await kept()).toHaveLength(1)
    await deliver()
    expect(sent).toHaveLength(1)
  })

  test('for another division fails', async () => {
    const reply = await maria.post(path, { ...ticket, cis_division: 'XYZ' })
    expect(reply.json()).toEqual({ result: { status: 'Failed', description: helpTexts.failed } })
    expect(await kept()).toEqual([])
  })
})

test.each([
  ['fullName', '', helpTexts.nameRequired],
  ['fullName', '  ', helpTexts.nameRequired],
  ['emailAddress', '', helpTexts.emailRequired],
  ['emailAddress', 'maria', helpTexts.emailInvalid],
  ['fullName', 'x'.repeat(255), 'Please use at most 254 characters.'],
  ['message', ' \n ', helpTexts.messageRequired],
  ['message', 'x'.repeat(4001), 'Please use at most 4000 characters.'],
  ['fullName', 'Maria 4111 1111 1111 1111', helpTexts.noCardNumbers],
  ['message', 'Charge 4111 1111 1111 1111 please', helpTexts.noCardNumbers],
  ['message', 'Charge 4111111111111111 please', helpTexts.noCardNumbers],
])('given %s %j, then the field says: %s', async (field, value, message) => {
  const reply = await maria.post(path, { ...ticket, [field]: value })
  expect(reply.statusCode).toBe(400)
  expect(reply.json().errors).toEqual([{ field, message }])
  expect(await kept()).toEqual([])
})

test.each(['BILLING', '', 'technical'])('a contact type %j is not one of the two', async (contactType) => {
  expect((await maria.post(path, { ...ticket, contactType })).statusCode).toBe(400)
})

test('a customer who writes too many tickets has to wait, and those already written stay', async () => {
  for (let n = 0; n < limits.ticketsPerCustomer.attempts; n += 1)
    expect((await maria.post(path, { ...ticket, message: `Number ${n}` })).statusCode).toBe(200)
  expect((await maria.post(path, ticket)).statusCode).toBe(429)
  expect(await kept()).toHaveLength(limits.ticketsPerCustomer.attempts)
})
