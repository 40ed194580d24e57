import { auditPageSize } from '@portal/contract/audit-log'
import { CalendarDate, Instant } from '@portal/contract/dates'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { recordAudit } from '../../foundation/audit.ts'
import { type TestApp, type TestBrowser, testApp } from '../../http/testing/app.ts'
import { entriesQuery } from './routes.ts'
import { auditCommand } from './verify.ts'

interface Page {
  entries: { id: number; actor: string; action: string; subject: string; at: string }[]
  hasMore: boolean
}

let portal: TestApp
let ana: TestBrowser
beforeAll(async () => {
  portal = await testApp()
  ana = await portal.administrator(1)
  await portal.database.db.transaction().execute(async (tx) => {
    for (let count = 0; count < 120; count += 1) {
      // Guam is ten hours ahead: the first sixty are of the 9th there, the rest of the 10th.
      const at = Instant.parse(count < 60 ? '2026-02-09T13:59:59.999Z' : '2026-02-09T14:00:00.000Z')
      const actor = { kind: 'admin', id: 7, name: count % 2 ? 'Ana' : 'ben' } as const
      const action = count % 3 ? 'switch-changed' : 'admin-added'
      const origin = { clientAddress: '203.0.113.7', requestId: 'request' }
      await recordAudit(tx, { actor, action, subject: String(count), after: { count } }, origin, at)
    }
  })
})
afterAll(() => portal.close())

async function read(query = ''): Promise<Page> {
  return (await ana.get(`/api/v1/audit-log${query}`)).json<Page>()
}

test('is read newest first, page after page, each entry once', async () => {
  const subjects: string[] = []
  let page = await read()
  expect(page.entries).toHaveLength(auditPageSize)
  while (page.entries.length > 0) {
    subjects.push(...page.entries.map(({ subject }) => subject))
    page = await read(`?before=${page.entries.at(-1)?.id}`)
  }
  const numbered = subjects.filter((subject) => /^\d{1,3}$/.test(subject))
  expect(numbered).toEqual(Array.from({ length: 120 }, (_, count) => String(119 - count)))
})

test('given an entry of a newer version, whose upgrade is under way or was undone, then it is shown with all others', async () => {
  const own = await testApp()
  const admin = await own.administrator(1)
  await own.database.pool.query(
    `select append_audit_entry(now(), 'admin', 7, 'ana', 'of-a-newer-version', 'done', '', '', 'request', null, null, '')`,
  )
  const { entries } = (await admin.get('/api/v1/audit-log')).json<Page>()
  expect(entries.map(({ action }) => action)).toContain('of-a-newer-version')
  await own.close()
})

test.each([
  ['with what was before and after', { before: { flag: 0 }, after: { flag: 1, why: 'repair' } }],
  ['that changed nothing', {}],
])('tells all of an entry %s', async (_, changes) => {
  const at = Instant.parse('2026-02-09T14:00:00.000Z')
  const actor = { kind: 'customer', id: 8, name: 'maria' } as const
  const event = { actor, action: 'switch-changed', outcome: 'refused', subject: 'Pay Now', ...changes } as const
  await recordAudit(portal.database.db, event, { clientAddress: '203.0.113.8', requestId: 'request' }, at)
  expect((await read('?actor=maria')).entries[0]).toEqual({
    id: expect.any(Number),
    at,
    actorKind: 'customer',
    actor: 'maria',
    action: 'switch-changed',
    outcome: 'refused',
    subject: 'Pay Now',
    address: '203.0.113.8',
    before: null,
    after: null,
    ...changes,
  })
})

test('marks the last page as the last', async () => {
  expect((await read('?before=51')).hasMore).toBe(false)
  expect((await read('?before=52')).hasMore).toBe(true)
})

test.each([
  ['?actor=ana', 50, ({ actor }: { actor: string }) => actor === 'Ana'],
  ['?action=admin-added', 40, ({ action }: { action: string }) => action === 'admin-added'],
  ['?to=2026-02-09', 50, ({ at }: { at: string }) => at < '2026-02-09T14'],
  ['?from=2026-02-10', 50, ({ at }: { at: string }) => at >= '2026-02-09T14'],
  ['?from=2026-02-11', 0, () => true],
  ['?actor=%20ANA%20', 50, ({ actor }: { actor: string }) => actor === 'Ana'],
  ['?actor=an', 0, () => true],
  ['?subject=%2099%20', 1, ({ subject }: { subject: string }) => subject === '99'],
  ['?subject=%25', 0, () => true],
])('narrowed down by %s tells those and no others', async (query, count, fits) => {
  const { entries } = await read(query)
  expect(entries).toHaveLength(count)
  expect(entries.filter((entry) => !fits(entry))).toEqual([])
})

describe('filtered by whom something was done to', () => {
  beforeAll(async () => {
    const actor = { kind: 'admin', id: 7, name: 'Ana' } as const
    const origin = { clientAddress: '203.0.113.7', requestId: 'request' }
    const at = Instant.parse('2026-02-09T14:00:00.000Z')
    await portal.database.db.transaction().execute(async (tx) => {
      for (const subject of ['payment W-88', '4821007391, 4821007392'])
        await recordAudit(tx, { actor, action: 'accounts-opened', subject }, origin, at)
    })
  })

  test.each([
    ['w-88', ['payment W-88']],
    ['4821007392', ['4821007391, 4821007392']],
    ['4821007392,4821007391', ['4821007391, 4821007392']],
    ['482100739', []],
    ['4821007391 W-88', []],
  ])('then %j tells of those whose words these are', async (asked, subjects) => {
    const { entries } = await read(`?subject=${encodeURIComponent(asked)}`)
    expect(entries.map(({ subject }) => subject)).toEqual(subjects)
  })

  test('then an index finds the entries', async () => {
    const plan = await portal.database.db.transaction().execute(async (tx) => {
      await sql`set local enable_seqscan = off`.execute(tx)
      await sql`set local enable_indexscan = off`.execute(tx)
      return await entriesQuery(tx, { subject: 'W-88', timeZone: 'Pacific/Guam', limit: 50 }).explain()
    })
    expect(JSON.stringify(plan)).toContain('audit_entry_subject')
  })
})

describe('filtered by the last day', () => {
  const subjects = ['in time', 'by a clock that is behind', 'in time again']

  beforeAll(async () => {
    const actor = { kind: 'admin', id: 7, name: 'Ana' } as const
    const origin = { clientAddress: '203.0.113.7', requestId: 'request' }
    const seconds = [7, 3, 8]
    await portal.database.db.transaction().execute(async (tx) => {
      for (const [index, subject] of subjects.entries()) {
        const at = Instant.parse(`2026-01-05T02:00:0${seconds[index]}.000Z`)
        await recordAudit(tx, { actor, action: 'switch-changed', subject }, origin, at)
      }
    })
  })

  test('then lists entries by their time, page after page, each once', async () => {
    const told: string[] = []
    let before = ''
    for (;;) {
      const { entries } = await read(`?to=2026-01-05${before}`)
      const [entry] = entries
      if (!entry) break
      told.push(entry.subject)
      before = `&before=${entry.id}`
    }
    expect(told).toEqual(['in time again', 'in time', 'by a clock that is behind'])
  })

  test('then an index finds the entries', async () => {
    const plan = await portal.database.db.transaction().execute(async (tx) => {
      for (const way of ['seqscan', 'bitmapscan', 'sort']) await sql.raw(`set local enable_${way} = off`).execute(tx)
      const to = CalendarDate.parse('2026-01-05')
      return await entriesQuery(tx, { to, before: 3, timeZone: 'Pacific/Guam', limit: 50 }).explain()
    })
    expect(JSON.stringify(plan)).toContain('audit_entry_at')
  })
})

test.each(['?action=nonsense', '?from=2026-02-30', '?to=0000-12-31', '?before=-1', "?before=1'"])(
  '%s is refused',
  async (query) => {
    expect((await ana.get(`/api/v1/audit-log${query}`)).statusCode).toBe(400)
  },
)

describe('a call of another level', () => {
  test('is recorded with the person who tried it', async () => {
    const finance = await portal.administrator(3)
    expect((await finance.get('/api/v1/audit-log')).statusCode).toBe(403)
    const { entries } = await read()
    expect(entries[0]).toMatchObject({ action: 'admin-refused', outcome: 'refused', subject: '/api/v1/audit-log' })
  })
})

describe('portal audit', () => {
  async function run(...parameters: string[]): Promise<{ code: number; text: string }> {
    let text = ''
    const open = () => ({ deps: portal.deps, close: async () => undefined })
    const code = await auditCommand(parameters, { open, write: (more) => void (text += more) })
    return { code, text }
  }

  test('verify says that the log is whole, or where it is broken', async () => {
    const whole = await run('verify')
    expect(whole.code).toBe(0)
    expect(whole.text).toMatch(/intact: \d+ entries.*[0-9a-f]{64}/)
    await portal.database.pool.query('alter table audit_entry disable trigger user')
    const setSubject = 'update audit_entry set subject = $1 where id = 17'
    await portal.database.pool.query(setSubject, ['somebody else'])
    expect(await run('verify')).toEqual({
      code: 1,
      text: 'The audit log was changed at entry 17. The 16 entries before it are intact.\n',
    })
    await portal.database.pool.query(setSubject, ['16'])
  })

  test.each([[], ['check'], ['verify', 'now']])('asked %j, then it says how it is used', async (...parameters) => {
    expect((await run(...parameters.filter((each) => typeof each === 'string'))).code).toBe(2)
  })
})
