import { Instant } from '@portal/contract/dates'
import { PersonId } from '@portal/contract/ids'
import { signUpTexts } from '@portal/contract/sign-up-texts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type TestAccount, addTestAccount } from '../../adapters/billing-system/ledger/testing/ledger.ts'
import { matchesSecret } from '../../foundation/credentials/hashing.ts'
import { type TestApp, testApp } from '../../http/testing/app.ts'
import { testClock } from '../../testing/clock.ts'
import { paths, payload, prove } from './testing/enrollment.ts'

const clock = testClock(Instant.parse('2026-02-10T01:00:00.000Z'))
const done = { result: { status: 'True' } }

let portal: TestApp
beforeAll(async () => {
  portal = await testApp({ clock })
})
beforeEach(async () => {
  await portal.database.pool.query('delete from rate_limit; delete from email')
})
afterAll(() => portal.close())

let numbers = 5_000_000_000
async function newAccount(given: Omit<TestAccount, 'account'> = {}): Promise<string> {
  const account = String(++numbers)
  await addTestAccount(portal.database.db, { account, ...given })
  return account
}

const customers = async (person: string) =>
  await portal.database.db.selectFrom('web_user').selectAll().where('person_id', '=', PersonId.parse(person)).execute()
const emails = async () =>
  await portal.database.db.selectFrom('email').select(['kind', 'recipient', 'body_text']).orderBy('id').execute()
const reached = async (person: string) => await portal.deps.billing.findPerson(PersonId.parse(person))

describe('given a proven enrollment and fields that are right', () => {
  test('then the customer is enrolled, with hashes instead of secrets', async () => {
    const account = await newAccount()
    const guest = portal.guest()
    const handle = await prove(guest, account)
    const changes = { username: 'Maria.Cruz', security_answer: ' St.  Mary’s ' }
    const reply = await guest.post(paths.signUp, payload(handle, changes))
    expect(reply.statusCode).toBe(200)
    expect(reply.json()).toEqual(done)
    const [customer, ...others] = await customers(account)
    expect(others).toEqual([])
    expect(customer).toMatchObject({ username: 'Maria.Cruz', security_question_id: 2, wrong_passwords: 0 })
    expect(await matchesSecret(customer?.password_hash ?? null, 'Yona-1898-x')).toBe(true)
    expect(await matchesSecret(customer?.security_answer_hash ?? null, 'st marys')).toBe(true)
    expect(JSON.stringify(customer)).not.toMatch(/Yona-1898-x|Mary|st marys/)
  })

  test('then paperless bills asked for wait until the code that was mailed is typed (R43)', async () => {
    const account = await newAccount()
    const guest = portal.guest()
    const handle = await prove(guest, account)
    const changes = { email_address: 'paperless@new.example', isPaperless: true }
    expect((await guest.post(paths.signUp, payload(handle, changes))).json()).toEqual(done)
    expect(await emails()).toContainEqual(
      expect.objectContaining({ kind: 'address-code', recipient: 'paperless@new.example' }),
    )
    const { rows } = await portal.database.pool.query(
      'select started_at, words from paperless_choice where account_id = $1',
      [account],
    )
    expect(rows).toEqual([{ started_at: null, words: '2026-11' }])
    const { rows: told } = await portal.database.pool.query(
      "select from cis.contact_change where person_id = $1 and detail->'billRoutes' is not null",
      [account],
    )
    expect(told).toEqual([])
  })

  test('then nothing is asked for that was not ticked', async () => {
    const account = await newAccount()
    const guest = portal.guest()
    await guest.post(paths.signUp, payload(await prove(guest, account)))
    const { rows } = await portal.database.pool.query('select from paperless_choice where account_id = $1', [account])
    expect(rows).toEqual([])
  })

  test('then it is the customer of that enrollment, when the browser has begun two', async () => {
    const [first, second, guest] = [await newAccount(), await newAccount(), portal.guest()]
    const handles = [await prove(guest, first), await prove(guest, second)]
    for (const handle of handles.toReversed()) await guest.post(paths.signUp, payload(handle))
    const names = [...(await customers(first)), ...(await customers(second))].map(({ username }) => username)
    expect(names).toEqual(handles.map((handle) => `user${handle.slice(0, 8)}`))
  })

  test('then a confirmation is mailed to the address given, whenever the mail gets through', async () => {
    const account = await newAccount({ fullName: 'Cruz, Maria', email: null })
    const guest = portal.guest()
    const handle = await prove(guest, account)
    await guest.post(paths.signUp, payload(handle, { username: 'mary', email_address: 'mary@new.example' }))
    const told = await emails()
    expect(told).toHaveLength(1)
    expect(told[0]).toMatchObject({ kind: 'account-activated', recipient: 'mary@new.example' })
    expect(told[0]?.body_text).toContain('Maria Cruz')
    expect(told[0]?.body_text).toContain('Username: mary')
    expect(told[0]?.body_text).toContain(`Log in:\n${portal.deps.config.PUBLIC_URL}/\n`)
  })

  test('then the address before hears of it when the e-mail is another one now', async () => {
    const account = await newAccount({ email: 'owner@example.com' })
    const guest = portal.guest()
    const handle = await prove(guest, account)
    await guest.post(paths.signUp, payload(handle, { email_address: 'thief@example.com' }))
    const told = (await emails()).map(({ kind, recipient }) => [kind, recipient])
    expect(told).toEqual([
      ['account-activated', 'thief@example.com'],
      ['email-changed', 'owner@example.com'],
    ])
  })

  test('then e-mail and phones reach the billing system: changed, added, deleted by sequence, left alone', async () => {
    const account = await newAccount({
      phones: [
        { type: 'HOME-PHONE', number: '(671) 555-0101' },
        { type: 'MOBILE', number: '671-555-0102' },
        { type: 'BUSN-PHONE', number: '671-555-0103' },
      ],
    })
    const guest = portal.guest()
    const handle = await prove(guest, account)
    const changes = {
      email_address: 'new@example.com',
      home_number: '6715550101',
      mobile_number: '671.555.0199',
      work_number: '',
      isDeletedWork: true,
      workSeq: 3,
    }
    await guest.post(paths.signUp, payload(handle, changes))
    expect(await reached(account)).toMatchObject({
      emailAddress: 'new@example.com',
      phones: [
        { type: 'HOME-PHONE', number: '(671) 555-0101', sequence: 1 },
        { type: 'MOBILE', number: '671-555-0199', sequence: 2 },
      ],
      previousEmail: { address: 'maria@example.com', replacedOn: '2026-02-10' },
    })
  })

  test.each([
    ['without the flag', { isDeletedMobile: false, mobileSeq: 1 }],
    ['with the sequence of another phone', { isDeletedMobile: true, mobileSeq: 7 }],
  ])('then an emptied phone %s stays', async (_, changes) => {
    const account = await newAccount({ phones: [{ type: 'MOBILE', number: '671-555-0102' }] })
    const guest = portal.guest()
    const handle = await prove(guest, account)
    await guest.post(paths.signUp, payload(handle, changes))
    expect((await reached(account))?.phones.map(({ type }) => type)).toEqual(['MOBILE', 'HOME-PHONE'])
  })

  test('then reading A of the payload does the same (R21)', async () => {
    const account = await newAccount()
    const guest = portal.guest()
    const personId = await prove(guest, account)
    const reply = await guest.post(paths.signUp, {
      personId,
      first_name: 'Somebody',
      last_name: 'Else',
      IDNumber: 'reading-a',
      WebPassword: 'Yona-1898-x',
      emailAddress: 'maria@example.com',
      home: '',
      mobile: '(671)555-0177',
      work: '',
      CharacteristicValue: '3',
      Answer: 'Rex',
    })
    expect(reply.json()).toEqual(done)
    expect(await customers(account)).toMatchObject([{ username: 'reading-a', security_question_id: 3 }])
    expect((await reached(account))?.phones).toMatchObject([{ type: 'MOBILE', number: '671-555-0177' }])
    expect((await reached(account))?.fullName).toBe('Maria Cruz')
  })

  test('then it stands in the audit log', async () => {
    const account = await newAccount()
    const guest = portal.guest()
    const handle = await prove(guest, account)
    await guest.post(paths.signUp, payload(handle, { username: 'noted' }))
    const [customer] = await customers(account)
    const entries = portal.database.db.selectFrom('audit_entry').select(['action', 'actor_kind', 'actor_id'])
    expect(await entries.where('actor', '=', 'noted').execute()).toEqual([
      { action: 'customer-enrolled', actor_kind: 'customer', actor_id: customer?.id },
    ])
  })

  test('sent again, then it is answered alike and happens once', async () => {
    const account = await newAccount()
    const guest = portal.guest()
    const handle = await prove(guest, account)
    const sent = payload(handle, { email_address: 'new@example.com' })
    const replies = await Promise.all([guest.post(paths.signUp, sent), guest.post(paths.signUp, sent)])
    replies.push(await guest.post(paths.signUp, sent))
    for (const reply of replies) expect(reply.json()).toEqual(done)
    expect(await customers(account)).toHaveLength(1)
    expect(await emails()).toHaveLength(2)
  })
})

describe('given the first answer was lost, and something was changed before it was sent again', () => {
  test.each([
    ['username', { username: 'second.choice' }],
    ['password', { password: 'Talofofo-1672' }],
    ['security answer', { security_answer: 'another school' }],
    ['security question', { security_question_val: '3' }],
    ['e-mail address', { email_address: 'second@example.com' }],
    ['phone', { home_number: '671-555-0199' }],
  ])('the %s, then nobody is told that it counts, and only what was sent first does', async (_, changed) => {
    const account = await newAccount()
    const guest = portal.guest()
    const sent = payload(await prove(guest, account), { username: `first${account}` })
    await guest.post(paths.signUp, sent)
    const kept = await customers(account)
    const replies = await Promise.all([{ ...sent, ...changed }, sent].map(async (one) => guest.post(paths.signUp, one)))
    const refused = { result: { status: 'False', description: signUpTexts.activatedBefore } }
    expect(replies.map(({ body }) => body)).toEqual([JSON.stringify(refused), JSON.stringify(done)])
    expect(await customers(account)).toEqual(kept)
  })
})

describe('given fields that are not right', () => {
  test.each([
    ['password', 'short', 'Your password must be between 8 – 15 characters long'],
    ['password', 'far-too-long-to-keep', 'Your password must be between 8 – 15 characters long'],
    ['username', '', 'Please choose your username.'],
    ['email_address', '', 'Please enter your Email Address!'],
    ['email_address', 'maria', 'Please enter a valid Email Address!'],
    ['home_number', '555-0101', 'Invalid Home Phone!'],
    ['work_number', '555-0101', 'Invalid Work Phone!'],
    ['mobile_number', '555-0101', 'Please enter a valid Mobile Phone!'],
    ['home_number', '', 'Please fill atleast 1 contact number!'],
    ['security_question_val', '', 'Please select your Security Question!'],
    ['security_answer', '...', 'Please enter your Security Answer!'],
  ])('%s %j, then the server says so, too: %s (C§5)', async (field, value, message) => {
    const account = await newAccount()
    const guest = portal.guest()
    const handle = await prove(guest, account)
    const reply = await guest.post(paths.signUp, payload(handle, { [field]: value }))
    expect(reply.statusCode).toBe(400)
    expect(reply.json().errors).toEqual([{ field, message }])
    expect(await customers(account)).toEqual([])
  })

  test('a username that somebody has, then it is said at its field', async () => {
    await portal.customer({ username: 'taken.name' })
    const guest = portal.guest()
    const handle = await prove(guest, await newAccount())
    const reply = await guest.post(paths.signUp, payload(handle, { username: 'Taken.Name' }))
    expect(reply.json()).toEqual({
      result: { status: 'False', description: 'Username already exists. Kindly choose again.', field: 'username' },
    })
  })

  test('the username of the portal before, then it is refused (C§5)', async () => {
    const account = await newAccount()
    const old = "insert into cis.person_characteristic values ($1, 'CMOLDUSR', '2015-01-01', null, 'oldname')"
    await portal.database.pool.query(old, [account])
    const guest = portal.guest()
    const handle = await prove(guest, account)
    const reply = await guest.post(paths.signUp, payload(handle, { username: 'OldName' }))
    expect(reply.json().result).toMatchObject({ status: 'False', field: 'username' })
  })

  test('a security question that there is not, then it is asked for', async () => {
    const guest = portal.guest()
    const handle = await prove(guest, await newAccount())
    const reply = await guest.post(paths.signUp, payload(handle, { security_question_val: '99' }))
    expect(reply.json().result).toMatchObject({ status: 'False', field: 'security_question_val' })
  })
})
