import type { AdminLevel } from '@portal/contract/admin-levels'
import {
  Broadcast,
  BroadcastOptions,
  type BroadcastMove,
  countRecipients,
  listBroadcasts,
  mostDrafts,
  saveBroadcast,
} from '@portal/contract/broadcasts'
import { broadcastTexts } from '@portal/contract/broadcasts-texts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addTestAccount } from '../../adapters/billing-system/ledger/testing/ledger.ts'
import { testTexts } from '../../adapters/text-messages/testing/test-texts.ts'
import { emptyTables } from '../../database/testing/empty-tables.ts'
import { type TestApp, type TestBrowser, testApp } from '../../http/testing/app.ts'
import { enrolCustomer } from '../../testing/people.ts'

let portal: TestApp
let writer: TestBrowser
let second: TestBrowser
beforeAll(async () => {
  const texts = testTexts({ send: async () => ({ outcome: 'accepted', id: 'SM1' }) })
  portal = await testApp({ texts })
  await addTestAccount(portal.database.db, { account: '4821007391', email: 'maria@customer.example' })
})
beforeEach(async () => {
  await emptyTables(portal.database.db, ['broadcast', 'web_user', 'email', 'audit_entry', 'rate_limit', 'admin_touch'])
  writer = await portal.administrator(6)
  second = await portal.administrator(2)
})
afterAll(() => portal.close())

const path = '/api/v1/broadcasts'
const words = {
  subject: 'No water on Saturday',
  body: 'We repair a main.\n\nSee the map: https://utility.example/work',
  text: 'No water on Saturday.',
  channels: ['email', 'text'],
  villages: null,
}
const save = async (changes: object = {}, by = writer) => await by.post(path, { ...words, ...changes })
const saved = async (changes: object = {}, by = writer) => Broadcast.parse((await save(changes, by)).json())
const move = async ({ id, version }: { id: number; version: number }, name: BroadcastMove, by = writer) =>
  await by.post(`${path}/${id}/move`, { version, move: name })
const moved = async (of: { id: number; version: number }, name: BroadcastMove, by = writer) =>
  Broadcast.parse((await move(of, name, by)).json())
const read = async (id: number, by = writer) => Broadcast.parse((await by.get(`${path}/${id}`)).json())
const actions = async (): Promise<string[]> => {
  const { rows } = await portal.database.pool.query<{ action: string }>(
    "select action from audit_entry where action like 'broadcast-%' order by id",
  )
  return rows.map(({ action }) => action)
}

describe('a message to customers', () => {
  test('is saved as a draft, shown as customers will get it, and listed', async () => {
    const draft = await saved()
    expect(draft).toMatchObject({ state: 'DRAFT', version: 1, isOwn: true, isHeld: false, found: 0 })
    expect(draft.email?.subject).toContain('No water on Saturday')
    expect(draft.email?.plainText).toContain('We repair a main.\n\nSee the map:\nhttps://utility.example/work\n')
    expect(draft.textMessage).toMatch(/^GWA: No water on Saturday\. http\S+ Reply STOP to opt out\.$/)
    const { headers, body } = await writer.get(`${path}/${draft.id}/email`)
    expect(headers['content-security-policy']).toContain('sandbox')
    expect(body).toMatch(/<a href="https:\/\/utility\.example\/work" class="action" style="[^"]+">See the map<\/a>/)
    const { broadcasts } = listBroadcasts.reply.parse((await second.get(path)).json())
    expect(broadcasts.map(({ subject, state }) => [subject, state])).toEqual([[words.subject, 'DRAFT']])
  })

  test('is one of so many drafts; then one has to be deleted first', async () => {
    const { db } = portal.database
    const { id, version } = await saved()
    const row = await db.selectFrom('broadcast').selectAll().executeTakeFirstOrThrow()
    const copies = Array.from({ length: mostDrafts - 2 }, () => ({
      ...row,
      id: undefined,
      villages: null,
      state: 'DRAFT' as const,
    }))
    await db.insertInto('broadcast').values(copies).execute()
    expect((await save()).statusCode).toBe(200)
    const refused = await save()
    expect([refused.statusCode, refused.json().title]).toEqual([409, saveBroadcast.problems['too-many-drafts'].title])
    expect((await save({ id, version })).statusCode).toBe(200)
    await db.deleteFrom('broadcast').where('id', '=', id).execute()
    expect((await save()).statusCode).toBe(200)
  })

  test.each([
    'http://utility.example',
    'HTTP://utility.example',
    'ftp://utility.example',
    '1http://utility.example',
    'http:\\\\utility.example',
    'https://a@b.example',
  ])('has no link like %s, wherever it stands', async (link) => {
    for (const field of ['subject', 'body', 'text']) {
      const reply = await save({ [field]: `See ${link}` })
      expect(reply.json().errors).toEqual([{ field, message: broadcastTexts.links }])
    }
  })

  test('is words alone: what looks like HTML or a field stays text', async () => {
    const { id } = await saved({ subject: 'A & <b>', body: '<script>alert(1)</script> {{account}} {% if %}' })
    const { body } = await writer.get(`${path}/${id}/email`)
    expect(body).toMatch(/<h1[^>]*>A &#38; &#60;b&#62;<\/h1>/)
    expect(body).toMatch(/<p[^>]*>&#60;script&#62;alert\(1\)&#60;\/script&#62; \{\{account\}\} \{% if %\}<\/p>/)
  })

  test('comes as a test to the admin’s own address alone', async () => {
    const { id } = await saved()
    expect((await writer.post(`${path}/${id}/test`, {})).json()).toEqual({ address: 'admin@utility.example' })
    const { rows } = await portal.database.pool.query('select recipient, subject from email')
    expect(rows).toEqual([{ recipient: 'admin@utility.example', subject: expect.stringContaining(words.subject) }])
    const byText = await saved({ channels: ['text'], body: '' })
    await writer.post(`${path}/${byText.id}/test`, {})
    const { rows: texts } = await portal.database.pool.query('select body_text from email order by id desc limit 1')
    expect(texts[0]?.body_text).toContain('GWA: No water on Saturday. http')
  })

  test('says how many would get it now', async () => {
    const { webUserId } = await enrolCustomer(portal.deps, { person: '4821007391', username: 'maria' })
    const { pool } = portal.database
    await pool.query(
      `with proven as (insert into proven_address (web_user_id, channel, address, proven_at)
         values ($1, 'email', 'maria@customer.example', now()))
       insert into notification_choice values ($1, '4821007391', 'announcement', 'email', '1', now(), '')`,
      [webUserId],
    )
    const count = async (villages: string[] | null) =>
      countRecipients.reply.parse((await writer.get(`${path}/${(await saved({ villages })).id}/recipients`)).json())
    const counts = (email: number) => ({
      counts: [
        { channel: 'email', count: email },
        { channel: 'text', count: 0 },
      ],
    })
    expect(await count(null)).toEqual(counts(1))
    expect(await count(['Tamuning'])).toEqual(counts(1))
    await pool.query("insert into cis.premise values ('9', 'SFH', '1 Way', null, 'Yona', 'GU', '96915', 'USA')")
    expect(await count(['yona'])).toEqual(counts(0))
    const { villages } = BroadcastOptions.parse((await writer.get('/api/v1/broadcast-options')).json())
    expect(villages).toEqual(['Tamuning', 'Yona'])
  })

  test.each([
    ['no subject', { subject: ' ' }, 'subject', broadcastTexts.subjectRequired],
    ['an email without words', { body: ' ' }, 'body', broadcastTexts.bodyRequired],
    ['a text without words', { text: '' }, 'text', broadcastTexts.textRequired],
    ['no channel', { channels: [] }, 'channels', broadcastTexts.channelRequired],
    ['a link that is not https', { body: 'See http://utility.example' }, 'body', broadcastTexts.links],
    ['a link with a user name', { body: 'See https://bank.example@evil.example' }, 'body', broadcastTexts.links],
    ['no village', { villages: [] }, 'villages', broadcastTexts.villageRequired],
    ['a village that there is not', { villages: ['Atlantis'] }, 'villages', broadcastTexts.villageUnknown],
    ['a letter that no text has', { text: 'Hagåtña 水' }, 'text', broadcastTexts.textOdd.replace('{character}', '水')],
    [
      'a card number',
      { body: 'Call 4111 1111 1111 1111' },
      'body',
      'Please remove numbers longer than 12 digits, such as card numbers.',
    ],
  ])('with %s is refused at its field', async (_, changes, field, message) => {
    const reply = await save(changes)
    expect([reply.statusCode, reply.json().errors]).toEqual([400, [{ field, message }]])
  })

  test('has a text that fits one text message, to the letter', async () => {
    const { textRoom } = BroadcastOptions.parse((await writer.get('/api/v1/broadcast-options')).json())
    expect(textRoom).toBeGreaterThanOrEqual(60)
    expect((await save({ text: 'x'.repeat(textRoom) })).statusCode).toBe(200)
    const { errors } = (await save({ text: 'x'.repeat(textRoom + 1) })).json()
    expect(errors).toEqual([{ field: 'text', message: broadcastTexts.textTooLong.replace('{room}', String(textRoom)) }])
  })
})

describe('its way to customers', () => {
  test('goes over a second admin, who sees what they approve', async () => {
    const asked = await moved(await saved(), 'ask')
    expect(asked).toMatchObject({ state: 'REVIEW', isOwn: true })
    expect(await read(asked.id, second)).toMatchObject({ isOwn: false })
    const sending = await moved(asked, 'approve', second)
    expect(sending.state).toBe('SENDING')
    expect(sending.approved?.by).toMatch(/^admin/)
    expect(await actions()).toEqual(['broadcast-written', 'broadcast-asked', 'broadcast-approved'])
    expect((await save({ id: asked.id, version: sending.version })).statusCode).toBe(409)
  })

  test('is not opened by who wrote it, even when another one asked', async () => {
    const asked = await moved(await saved(), 'ask', second)
    for (const own of [writer, second]) {
      const reply = await move(asked, 'approve', own)
      expect([reply.statusCode, reply.json().title]).toEqual([409, broadcastTexts.own])
    }
    expect((await read(asked.id)).state).toBe('REVIEW')
    expect((await moved(asked, 'approve', await portal.administrator(1))).state).toBe('SENDING')
  })

  test('is not opened by an admin whose login the writer changed today', async () => {
    const asked = await moved(await saved(), 'ask')
    const touched = await portal.administrator(2)
    await portal.database.pool.query(`insert into admin_touch (admin_user_id, touched_by, touched_at)
      select (select max(id) from admin_user), written_by, written_at from broadcast`)
    expect((await move(asked, 'approve', touched)).json().type).toContain('same-person')
  })

  test('begins anew for what was changed after the request: no one approves words they have not seen', async () => {
    const asked = await moved(await saved(), 'ask')
    const changed = await saved({ id: asked.id, version: asked.version, subject: 'Water again' }, second)
    expect(changed).toMatchObject({ state: 'DRAFT', asked: null, subject: 'Water again' })
    const third = await portal.administrator(1)
    expect((await move(asked, 'approve', third)).statusCode).toBe(409)
    const lost = await save({ id: asked.id, version: asked.version })
    expect(lost.json().type).toContain('state-changed')
  })

  test('can be returned, and a draft deleted', async () => {
    const draft = await moved(await moved(await saved(), 'ask'), 'return', second)
    expect(draft).toMatchObject({ state: 'DRAFT', asked: null })
    expect((await move(draft, 'delete')).json()).toBeNull()
    expect((await writer.get(`${path}/${draft.id}`)).statusCode).toBe(404)
  })

  test('is stopped by either', async () => {
    const sending = await moved(await moved(await saved(), 'ask'), 'approve', second)
    const stopped = await moved(sending, 'stop')
    expect(stopped).toMatchObject({ state: 'STOPPED', stopped: { by: expect.stringMatching(/^admin/) } })
    expect((await actions()).at(-1)).toBe('broadcast-stopped')
  })

  test.each([3, 4, 5] satisfies AdminLevel[])('is none of the business of level %d', async (level) => {
    const { id, version } = await saved()
    const other = await portal.administrator(level)
    const replies = [
      await other.get(path),
      await other.get(`${path}/${id}`),
      await other.get(`${path}/${id}/email`),
      await other.get(`${path}/${id}/recipients`),
      await save({}, other),
      await move({ id, version }, 'ask', other),
      await other.post(`${path}/${id}/test`, {}),
    ]
    expect(replies.map(({ statusCode }) => statusCode)).toEqual(replies.map(() => 403))
  })
})
