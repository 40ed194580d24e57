import type { AdminLevel } from '@portal/contract/admin-levels'
import { adminUsersTexts } from '@portal/contract/admin-users'
import { NewPassword } from '@portal/contract/credentials'
import { credentialTexts } from '@portal/contract/sign-in-texts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type TestApp, type TestBrowser, testApp } from '../../http/testing/app.ts'
import { adminCommand } from './command.ts'

let portal: TestApp
let ana: TestBrowser
beforeAll(async () => {
  portal = await testApp()
})
beforeEach(async () => {
  await portal.database.pool.query('delete from admin_user')
  ana = await portal.administrator(1)
})
afterAll(() => portal.close())

interface Row {
  id: number
  username: string
  admin_role: AdminLevel
}

async function listed(): Promise<Row[]> {
  return (await ana.get('/api/v1/users')).json<Row[]>()
}

/** Another administrator, signed in, and their key. */
async function another(level: AdminLevel): Promise<{ browser: TestBrowser; id: number }> {
  const before = new Set((await listed()).map(({ id }) => id))
  const browser = await portal.administrator(level)
  return { browser, id: (await listed()).find(({ id }) => !before.has(id))?.id ?? 0 }
}

async function ownId(): Promise<number> {
  return (await ana.get('/api/v1/admin-session')).json<{ id: number }>().id
}

async function lastEntry() {
  const { rows } = await portal.database.pool.query<{ action: string; before_change: string; after_change: string }>(
    'select action, outcome, before_change, after_change from audit_entry order by id desc limit 1',
  )
  return rows[0]
}

async function lastEmail() {
  const { rows } = await portal.database.pool.query<{ recipient: string; body_text: string }>(
    "select recipient, body_text from email where kind = 'admin-changed' order by id desc limit 1",
  )
  return rows[0]
}

const ben = { admin_role: 3, email: 'ben@utility.example', username: 'ben', password: 'right-pass-1' }

describe('adding an administrator', () => {
  test('with role, e-mail, username and password, then they can sign in (A§2)', async () => {
    expect((await ana.post('/api/v1/insert-admin', ben)).json()).toEqual({ result: 'Success' })
    expect(await listed()).toContainEqual({
      id: expect.any(Number),
      username: 'ben',
      needsRename: false,
      email: 'ben@utility.example',
      role: 'Finance',
      admin_role: 3,
    })
    const signedIn = await portal.guest().post('/api/v1/login', { username: 'ben', password: 'right-pass-1' })
    expect(signedIn.json().status).toBe('Success')
    const { rows } = await portal.database.pool.query<{ by: number; text: string }>(
      "select actor_id as by, audit_entry::text as text from audit_entry where action = 'admin-added' order by id desc",
    )
    expect(rows[0]).toEqual({ by: await ownId(), text: expect.stringContaining('Finance') })
    expect(rows[0]?.text).not.toContain('right-pass-1')
  })

  test('under a name that nobody has, then it is free', async () => {
    expect((await ana.post('/api/v1/check-admin-username', { username: 'benjamin' })).json()).toEqual({
      result: 'false',
    })
  })

  test.each(['ben', 'BEN', ' ben '])('as %j beside ben, then the username is taken', async (username) => {
    await ana.post('/api/v1/insert-admin', ben)
    expect((await ana.post('/api/v1/check-admin-username', { username })).json()).toEqual({ result: 'true' })
    const reply = await ana.post('/api/v1/insert-admin', { ...ben, username, email: 'benita@utility.example' })
    expect(reply.json()).toEqual({ result: 'Failed', description: adminUsersTexts.usernameTaken })
  })

  test.each([
    ['an invisible character', 'sec.fin\u200B'],
    ['a Cyrillic letter', '\u0455ec.fin'],
    ['a line break', 'a\nb'],
    ['a formula', '=cmd'],
    ['a change of direction', 'ana\u202Enib'],
    ['an accent', 'José'],
    ['a space', 'ana cruz'],
  ])('with %s in the username, then the field says what it may have', async (_, username) => {
    for (const [path, body] of [
      ['insert-admin', { ...ben, username }],
      ['check-admin-username', { username }],
      ['rename-admin', { id: await ownId(), username }],
    ] as const) {
      const reply = await ana.post(`/api/v1/${path}`, body)
      expect([reply.statusCode, reply.json().errors]).toEqual([
        400,
        [{ field: 'username', message: adminUsersTexts.usernameCharacters }],
      ])
    }
  })

  test('two of one username at once, then there is one', async () => {
    const benita = { ...ben, email: 'benita@utility.example' }
    const replies = await Promise.all([ana.post('/api/v1/insert-admin', ben), ana.post('/api/v1/insert-admin', benita)])
    expect(replies.map((reply) => String(reply.json().result)).toSorted()).toEqual(['Failed', 'Success'])
  })

  test.each([
    ['just like before', {}],
    ['with another password', { password: 'right-pass-2' }],
    ['with another role', { admin_role: 4 }],
    ['with another e-mail', { email: 'benita@utility.example' }],
  ])('again %s, then the username is taken and there is one, as it was', async (_, changed) => {
    await ana.post('/api/v1/insert-admin', ben)
    const before = await listed()
    const reply = await ana.post('/api/v1/insert-admin', { ...ben, ...changed })
    expect(reply.json()).toEqual({ result: 'Failed', description: adminUsersTexts.usernameTaken })
    expect(await listed()).toEqual(before)
  })

  test.each([
    ['admin_role', '', adminUsersTexts.roleRequired],
    ['admin_role', 7, adminUsersTexts.roleRequired],
    ['email', 'ben', adminUsersTexts.emailRequired],
    ['email', '', adminUsersTexts.emailRequired],
    ['username', '  ', adminUsersTexts.usernameRequired],
    ['username', 'x'.repeat(61), adminUsersTexts.usernameTooLong],
    ['email', `${'x'.repeat(250)}@example.com`, adminUsersTexts.emailRequired],
    ['password', 'short', 'Your password must be between 8 – 15 characters long'],
    ['password', '1234567890123456', 'Your password must be between 8 – 15 characters long'],
  ])('with %s %j, then the field says why not', async (field, value, message) => {
    const reply = await ana.post('/api/v1/insert-admin', { ...ben, [field]: value })
    expect(reply.statusCode).toBe(400)
    expect(reply.json().errors).toEqual([{ field, message }])
  })

  test('beside others, then they are listed by username, capitals or not', async () => {
    for (const username of ['Zita', 'bo', 'Carl']) await ana.post('/api/v1/insert-admin', { ...ben, username })
    const names = (await listed()).map(({ username }) => username).filter((name) => !name.startsWith('admin'))
    expect(names).toEqual(['bo', 'Carl', 'Zita'])
  })

  test('the roles are those of A§6', async () => {
    expect((await ana.get('/api/v1/roles')).json()).toEqual([
      { id: 1, admin_role: 'Super Admin' },
      { id: 2, admin_role: 'IT Admin' },
      { id: 3, admin_role: 'Finance' },
      { id: 4, admin_role: 'Phoned-In' },
      { id: 5, admin_role: 'Customer Service Finance' },
      { id: 6, admin_role: 'Announcements' },
    ])
  })
})

describe('deleting an administrator', () => {
  test('ends their sessions at once', async () => {
    const { browser, id } = await another(4)
    expect((await ana.post('/api/v1/delete-admin', { id })).json()).toEqual({ result: 'Success' })
    expect((await browser.get('/api/v1/admin-session')).statusCode).toBe(401)
    expect(await lastEntry()).toMatchObject({ action: 'admin-deleted', outcome: 'done' })
  })

  test('nobody deletes themselves', async () => {
    await portal.administrator(1)
    const reply = await ana.post('/api/v1/delete-admin', { id: await ownId() })
    expect(reply.json()).toEqual({ result: 'Failed', description: adminUsersTexts.ownUser })
  })

  test('twice, then the second time the user is gone', async () => {
    const { id } = await another(4)
    await ana.post('/api/v1/delete-admin', { id })
    expect((await ana.post('/api/v1/delete-admin', { id })).json().description).toBe(adminUsersTexts.gone)
  })

  test('two super admins deleting each other at once, then one is left', async () => {
    const { browser: ben_, id } = await another(1)
    const own = await ownId()
    await Promise.all([ana.post('/api/v1/delete-admin', { id }), ben_.post('/api/v1/delete-admin', { id: own })])
    const { rows } = await portal.database.pool.query('select 1 from admin_user where level = 1')
    expect(rows).toHaveLength(1)
  })
})

describe("changing an administrator's role", () => {
  test('counts from their next call on', async () => {
    const { browser, id } = await another(6)
    expect((await browser.get('/api/v1/users')).statusCode).toBe(403)
    const reply = await ana.post('/api/v1/update-role', { id, role: 1, was: 6 })
    expect(reply.json()).toEqual({ result: { status: 'Success', Description: adminUsersTexts.updated } })
    expect((await browser.get('/api/v1/users')).statusCode).toBe(200)
    expect(await lastEntry()).toMatchObject({
      action: 'admin-role-changed',
      before_change: '{"role":"Announcements"}',
      after_change: '{"role":"Super Admin"}',
    })
  })

  test('that somebody else has changed meanwhile, then the later change is refused', async () => {
    const { id } = await another(6)
    await ana.post('/api/v1/update-role', { id, role: 2, was: 6 })
    const reply = await ana.post('/api/v1/update-role', { id, role: 3, was: 6 })
    expect(reply.json().result).toEqual({ status: 'Failed', Description: adminUsersTexts.changedMeanwhile })
    expect((await listed()).find((row) => row.id === id)?.admin_role).toBe(2)
  })

  test('that is sent again because its reply was lost is a success, with one entry', async () => {
    const { id } = await another(6)
    const username = (await listed()).find((row) => row.id === id)?.username
    for (const _ of ['first', 'again']) {
      const reply = await ana.post('/api/v1/update-role', { id, role: 2, was: 6 })
      expect(reply.json()).toEqual({ result: { status: 'Success', Description: adminUsersTexts.updated } })
    }
    const { rows } = await portal.database.pool.query(
      "select 1 from audit_entry where action = 'admin-role-changed' and after_change = $1 and subject = $2",
      ['{"role":"IT Admin"}', username],
    )
    expect(rows).toHaveLength(1)
  })

  test('takes a super admin who is not the last one, also from pages that do not say what was', async () => {
    const { id } = await another(1)
    const reply = await ana.post('/api/v1/update-role', { id, role: 3 })
    expect(reply.json().result.status).toBe('Success')
    expect((await listed()).find((row) => row.id === id)?.admin_role).toBe(3)
  })

  test('to a role that does not exist is refused', async () => {
    const { id } = await another(6)
    expect((await ana.post('/api/v1/update-role', { id, role: 9 })).statusCode).toBe(400)
  })
})

test("another administrator's password is set, their sessions end, and the audit log has it", async () => {
  await ana.post('/api/v1/insert-admin', ben)
  const browser = portal.guest()
  await browser.post('/api/v1/login', ben)
  const id = (await listed()).find(({ username }) => username === 'ben')?.id
  const reply = await ana.post('/api/v1/update-password', { id, new_password: 'other-pass-2' })
  expect(reply.json()).toEqual({ result: { status: 'Success', Description: adminUsersTexts.updated } })
  expect(await lastEntry()).toMatchObject({ action: 'admin-password-changed', outcome: 'done' })
  expect((await browser.get('/api/v1/admin-session')).statusCode).toBe(401)
  const again = await portal.guest().post('/api/v1/login', { ...ben, password: 'other-pass-2' })
  expect(again.json().status).toBe('Success')
})

test('an administrator whom wrong passwords have locked out gets in with a new one at once', async () => {
  await ana.post('/api/v1/insert-admin', ben)
  const browser = portal.guest()
  for (let tries = 0; tries < 5; tries += 1) await browser.post('/api/v1/login', { ...ben, password: 'wrong-pass-1' })
  expect((await browser.post('/api/v1/login', ben)).statusCode).toBe(429)
  const id = (await listed()).find(({ username }) => username === 'ben')?.id
  await ana.post('/api/v1/update-password', { id, new_password: 'other-pass-2' })
  expect((await browser.post('/api/v1/login', { ...ben, password: 'other-pass-2' })).json().status).toBe('Success')
})

describe('a password that somebody else has set', () => {
  const chosen = { old_password: 'right-pass-1', new_password: 'kelp-forest-1' }

  async function addedBen(): Promise<{ browser: TestBrowser; id: number }> {
    await ana.post('/api/v1/insert-admin', ben)
    const browser = portal.guest()
    await browser.post('/api/v1/login', ben)
    return { browser, id: (await listed()).find(({ username }) => username === 'ben')?.id ?? 0 }
  }

  test('opens nothing but the way to another one', async () => {
    const { browser, id } = await addedBen()
    expect((await browser.get('/api/v1/admin-session')).json()).toMatchObject({ mustChangePassword: true })
    expect((await browser.post('/api/v1/keep-admin-session', {})).statusCode).toBe(200)
    for (const reply of [
      await browser.get('/api/v1/transactions'),
      await browser.post('/api/v1/begin-second-factor', {}),
      await browser.post('/api/v1/phoned-in-accounts', {}),
      await browser.post('/api/v1/save-overall-payment', {}),
    ])
      expect(reply.json()).toMatchObject({ status: 403, type: '/problems/password-is-given' })
    const same = await browser.post('/api/v1/update-admin-password', { id, ...chosen, new_password: 'right-pass-1' })
    const why = { field: 'new_password', message: credentialTexts.anotherPassword }
    expect(same.json()).toMatchObject({ status: 400, errors: [why] })
    await browser.post('/api/v1/update-admin-password', { id, ...chosen })
    expect((await browser.get('/api/v1/admin-session')).json()).toMatchObject({ mustChangePassword: false })
    expect((await browser.get('/api/v1/transactions')).statusCode).toBe(200)
  })

  test('is told to its owner by e-mail, without the password, and has to be changed again', async () => {
    const { id } = await addedBen()
    await ana.post('/api/v1/update-password', { id, new_password: 'kelp-forest-2' })
    expect(await lastEmail()).toMatchObject({
      recipient: ben.email,
      body_text: expect.stringContaining('Your password for the console was changed.'),
    })
    expect((await lastEmail())?.body_text).not.toContain('kelp-forest-2')
    const browser = portal.guest()
    await browser.post('/api/v1/login', { username: 'ben', password: 'kelp-forest-2' })
    expect((await browser.get('/api/v1/admin-session')).json()).toMatchObject({ mustChangePassword: true })
  })

  test('and a role that somebody else has changed is told by e-mail', async () => {
    const { id } = await addedBen()
    await ana.post('/api/v1/update-role', { id, role: 1, was: 3 })
    const body_text = expect.stringContaining('Your role in the console was changed from Finance to Super Admin.')
    expect(await lastEmail()).toMatchObject({ recipient: ben.email, body_text })
  })
})

describe('a username from before there was a rule for usernames', () => {
  async function older(username: string) {
    const { browser, id } = await another(3)
    await portal.database.pool.query('update admin_user set username = $2 where id = $1', [id, username])
    return { browser, id }
  }

  test.each([
    ['sec.fin\u200B', 'sec.fin\\u{200b}'],
    ['\u0455ec.fin', '\\u{455}ec.fin'],
    ['a\nb', 'a\\u{a}b'],
    ['ana  cruz', 'ana\\u{20} cruz'],
  ])('%j is shown as %j wherever staff see it, and they are asked to have it changed', async (username, shown) => {
    const { browser, id } = await older(username)
    expect((await listed()).find((row) => row.id === id)).toMatchObject({ username: shown, needsRename: true })
    expect((await browser.get('/api/v1/admin-session')).json()).toMatchObject({ username: shown, needsRename: true })
    await browser.post('/api/v1/admin-logout', {})
    const { entries } = (await ana.get('/api/v1/audit-log')).json<{ entries: { actor: string }[] }>()
    expect(entries[0]?.actor).toBe(shown)
  })

  test('is changed by a super admin: the sessions stay, an email tells the new name, and the log knows both', async () => {
    const { browser, id } = await older('sec.fin\u200B')
    const reply = await ana.post('/api/v1/rename-admin', { id, username: 'second' })
    expect(reply.json().result).toEqual({ status: 'Success', Description: adminUsersTexts.updated })
    expect((await browser.get('/api/v1/admin-session')).json()).toMatchObject({
      username: 'second',
      needsRename: false,
    })
    expect(await lastEntry()).toMatchObject({
      action: 'admin-renamed',
      before_change: '{"username":"sec.fin\\\\u{200b}"}',
      after_change: '{"username":"second"}',
    })
    expect(await lastEmail()).toMatchObject({ recipient: 'admin@utility.example' })
    expect((await lastEmail())?.body_text).toContain('Your username for the console was changed to second.')
  })

  test('cannot become the name of somebody else, in capitals or not', async () => {
    const { id } = await older('sec.fin\u200B')
    await ana.post('/api/v1/insert-admin', ben)
    const reply = await ana.post('/api/v1/rename-admin', { id, username: 'BEN' })
    expect(reply.json().result).toEqual({ status: 'Failed', Description: adminUsersTexts.usernameTaken })
  })

  test("can be the caller's own", async () => {
    const reply = await ana.post('/api/v1/rename-admin', { id: await ownId(), username: 'ana.cruz' })
    expect(reply.json().result.status).toBe('Success')
    expect((await ana.get('/api/v1/admin-session')).json().username).toBe('ana.cruz')
  })
})

describe('portal admin create', () => {
  async function run(...parameters: string[]): Promise<{ code: number; text: string }> {
    let text = ''
    const open = () => ({ deps: portal.deps, close: async () => undefined })
    const code = await adminCommand(parameters, { open, write: (more) => void (text += more) })
    return { code, text }
  }

  test('adds a super admin who can sign in with the password it prints', async () => {
    const { code, text } = await run('create', 'first', 'first@utility.example')
    expect(code).toBe(0)
    const password = /Password: (\S+)/.exec(text)?.[1]
    expect(NewPassword.safeParse(password).success).toBe(true)
    const signedIn = await portal.guest().post('/api/v1/login', { username: 'first', password })
    expect(signedIn.json()).toMatchObject({ status: 'Success', result: [{ admin_role: 1 }] })
  })

  test('the first of an installation keeps the password it prints, all others have to choose their own', async () => {
    await portal.database.pool.query('delete from admin_user')
    const mustChange = async (name: string): Promise<unknown> => {
      const { text } = await run('create', name, `${name}@utility.example`)
      const browser = portal.guest()
      await browser.post('/api/v1/login', { username: name, password: /Password: (\S+)/.exec(text)?.[1] })
      return (await browser.get('/api/v1/admin-session')).json().mustChangePassword
    }
    expect([await mustChange('first'), await mustChange('second')]).toEqual([false, true])
  })

  test('refuses a name that the console would refuse, and says why', async () => {
    const { text, code } = await run('create', 'sec.fin\u200B', 'sec@utility.example', '3')
    expect([code, text.split('\n')[0]]).toEqual([2, adminUsersTexts.usernameCharacters])
  })

  test('leaves out blanks around the name, which signing in leaves out, too', async () => {
    const { text } = await run('create', ' blank ', 'blank@utility.example')
    expect(text).toContain('Added blank (')
  })

  test.each([
    ['n'.repeat(61), 'long@utility.example', adminUsersTexts.usernameTooLong],
    ['wrong', 'wrong@', adminUsersTexts.emailRequired],
  ])('refuses %s with %s in the words of the console', async (username, email, words) => {
    const { code, text } = await run('create', username, email)
    expect([code, text.split('\n')[0]]).toEqual([2, words])
  })

  test('says that a username is taken', async () => {
    await run('create', 'first', 'first@utility.example')
    expect(await run('create', 'first', 'first@utility.example', '4')).toEqual({
      code: 1,
      text: `${adminUsersTexts.usernameTaken}: first\n`,
    })
  })

  test.each([
    [[]],
    [['create']],
    [['create', 'a']],
    [['create', 'a', 'a@utility.example', '7']],
    [['create', 'a', 'a@utility.example', '4', 'more']],
    [['remove', 'a', 'a@utility.example']],
  ])('asked %j, then it says how it is used and adds nobody', async (parameters) => {
    const before = await listed()
    const { code, text } = await run(...parameters)
    expect(code).toBe(2)
    expect(text).toMatch(/^portal admin create USERNAME EMAIL \[LEVEL\]/)
    expect(await listed()).toEqual(before)
  })
})
