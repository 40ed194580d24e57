import { dateIn, Instant } from '@portal/contract/dates'
import { updateUserDetails, editAccountTexts as texts } from '@portal/contract/edit-account'
import { checkPasswordLink, forgotPassword, sendEmailForgotPassword } from '@portal/contract/forgot'
import { PersonId } from '@portal/contract/ids'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { whileChanged } from '../../database/testing/while-changed.ts'
import { matchesSecret } from '../../foundation/credentials/hashing.ts'
import { type TestApp, type TestBrowser, testApp } from '../../http/testing/app.ts'
import { linkPlaceholder, withLink } from '../../messages/outbox/link.ts'
import { testClock } from '../../testing/clock.ts'
import { cheapHash } from '../../testing/hash.ts'
import { newCustomer, read } from './testing/form.ts'

const clock = testClock(Instant.parse('2026-02-10T01:00:00.000Z'))
const saved = { data: { status: 'Success', description: texts.saved } }

let portal: TestApp
beforeAll(async () => {
  portal = await testApp({ clock })
})
beforeEach(() => portal.database.pool.query('delete from rate_limit; delete from email'))
afterAll(() => portal.close())

const customer = async (given?: Parameters<typeof newCustomer>[1]) => await newCustomer(portal, given)
const save = async (browser: TestBrowser, fields: object) =>
  updateUserDetails.reply.parse((await browser.post(updateUserDetails.path, fields)).json())
const emails = async () =>
  await portal.database.db.selectFrom('email').select(['kind', 'recipient']).orderBy('recipient').execute()
/** Asks for a link to set a password. @returns the secret of the link that is mailed */
const linkFor = async (account: string) => {
  const guest = portal.guest()
  const asked = { accountId: account, division: 'GWA', username: `name${account}` }
  const { result } = forgotPassword.reply.parse((await guest.post(forgotPassword.path, asked)).json())
  const personId = result.status === 'Success' ? result.personId : ''
  await guest.post(sendEmailForgotPassword.path, { personId, emailInstead: true })
  const mailed = portal.database.db.selectFrom('email').select('link_nonce').where('link_nonce', 'is not', null)
  return withLink(portal.deps.config, linkPlaceholder, (await mailed.executeTakeFirstOrThrow()).link_nonce)
}
const isGood = async (token: string) => {
  const reply = await portal.guest().post(checkPasswordLink.path, { token })
  return checkPasswordLink.reply.parse(reply.json()).result.status === 'Success'
}
const person = async (id: string) => await portal.deps.billing.findPerson(PersonId.parse(id))

describe('an edit', () => {
  test('of nothing is saved and changes nothing', async () => {
    const { account, browser, fields } = await customer()
    const before = await person(account)
    expect(await save(browser, fields)).toEqual(saved)
    expect(await person(account)).toEqual(before)
    expect((await read(browser, account)).details.version).toBe(fields.version)
    expect(await emails()).toEqual([])
  })

  test('of the e-mail reaches the billing system, and both addresses hear of it', async () => {
    const { account, browser, fields } = await customer({ email: 'a-old@example.com' })
    expect(await save(browser, { ...fields, emailAddress: 'b-new@example.com' })).toEqual(saved)
    expect(await person(account)).toMatchObject({
      emailAddress: 'b-new@example.com',
      previousEmail: { address: 'a-old@example.com', replacedOn: dateIn(portal.deps.profile.timeZone, clock.now()) },
    })
    expect(await emails()).toEqual([
      { kind: 'email-changed', recipient: 'a-old@example.com' },
      { kind: 'email-changed', recipient: 'b-new@example.com' },
    ])
  })

  test('of the e-mail by somebody who had none is told to the new address', async () => {
    const { browser, fields } = await customer({ email: null })
    expect(await save(browser, { ...fields, emailAddress: 'first@example.com' })).toEqual(saved)
    expect(await emails()).toEqual([{ kind: 'email-changed', recipient: 'first@example.com' }])
  })

  test('of phones and the address is told to the address on file; with a new one, to both', async () => {
    const { account, browser, fields } = await customer({ email: 'a-old@example.com' })
    expect(await save(browser, { ...fields, home: '671-555-0188', address1: 'PO Box 12' })).toEqual(saved)
    const told = { kind: 'contact-changed', recipient: 'a-old@example.com' }
    expect(await emails()).toEqual([told, told])
    await portal.database.pool.query('delete from email')
    const { version, home } = (await read(browser, account)).details
    const edit = {
      ...fields,
      version,
      home,
      address1: 'PO Box 12',
      work: '671-555-0177',
      emailAddress: 'b@example.com',
    }
    expect(await save(browser, edit)).toEqual(saved)
    expect((await emails()).filter(({ kind }) => kind === 'contact-changed')).toEqual([
      told,
      { kind: 'contact-changed', recipient: 'b@example.com' },
    ])
  })

  test('of the e-mail voids a link to set a password that went to the old address, and an edit of a phone does not', async () => {
    const { account, browser, fields } = await customer({ email: 'read-by-others@example.com' })
    const token = await linkFor(account)
    expect(await save(browser, { ...fields, home: '671-555-0177' })).toEqual(saved)
    expect(await isGood(token)).toBe(true)
    const { version, home } = (await read(browser, account)).details
    const edit = { ...fields, version, home, emailAddress: 'mine-alone@example.com' }
    expect(await save(browser, edit)).toEqual(saved)
    expect(await isGood(token)).toBe(false)
  })

  test('by somebody who is logged out while it is saved changes nothing: the password may have been changed meanwhile', async () => {
    const { account, browser, fields } = await customer()
    const before = await person(account)
    const edit = { ...fields, emailAddress: 'thief@example.com' }
    const logOut = {
      sql: 'delete from session using web_user where web_user.id = web_user_id and person_id = $1',
      values: [account],
    }
    const reply = await whileChanged(portal.database.pool, logOut, () => browser.post(updateUserDetails.path, edit))
    expect(reply.statusCode).toBe(401)
    expect([await person(account), await emails()]).toEqual([before, []])
  })

  test('stands in the audit log without what it says', async () => {
    const { account, browser, fields } = await customer()
    const edit = { ...fields, emailAddress: 'noted@example.com', work: '671-555-0177', Answer: 'Rex' }
    await save(browser, edit)
    const { version } = (await read(browser, account)).details
    const { work, emailAddress } = edit
    await save(browser, { ...fields, version, work, emailAddress, address1: 'PO Box 12' })
    const entries = portal.database.db.selectFrom('audit_entry').select(['action', 'after_change'])
    const found = await entries.where('actor', '=', `name${account}`).orderBy('id').execute()
    const changed = (...names: string[]) => ({
      action: 'customer-details-changed',
      after_change: JSON.stringify({ changed: names }),
    })
    expect(found).toEqual([changed('e-mail', 'add BUSN-PHONE', 'security question'), changed('address')])
    expect(JSON.stringify(found)).not.toMatch(/noted@|0177|Rex|Box/i)
  })

  test('of phones changes, adds and deletes them by type and sequence', async () => {
    const { account, browser, fields } = await customer()
    const edit = {
      ...fields,
      home: '(671) 555 0188',
      mobile: '',
      isDeletedMobile: true,
      work: '671.555.0177',
    }
    expect(await save(browser, edit)).toEqual(saved)
    expect((await person(account))?.phones).toEqual([
      { type: 'HOME-PHONE', number: '671-555-0188', sequence: 2 },
      { type: 'BUSN-PHONE', number: '671-555-0177', sequence: 3 },
    ])
  })

  test('of the address is saved when bills go to the person (PER)', async () => {
    const { account, browser, fields } = await customer()
    const address = { address1: 'PO Box 12', address2: 'c/o Perez', city: 'Yona', state: 'HI', postal: '96915' }
    expect(await save(browser, { ...fields, ...address })).toEqual(saved)
    expect((await person(account))?.address).toEqual({ ...address, country: 'USA' })
    const { address2, stateInitials } = (await read(browser, account)).details
    expect([address2, stateInitials]).toEqual(['c/o Perez', 'HI'])
  })

  test.each([
    { address1: 'PO Box 12' },
    { address2: 'c/o Perez' },
    { city: 'Yona' },
    { state: 'HI' },
    { postal: '96915-0001' },
  ])('of one line of the address is saved: %j', async (line) => {
    const { account, browser, fields } = await customer()
    expect(await save(browser, { ...fields, ...line })).toEqual(saved)
    const before = { address1: '12 Home Street', address2: null, city: 'Tamuning', state: 'GU', postal: '96913' }
    expect((await person(account))?.address).toEqual({ ...before, country: 'USA', ...line })
  })

  test('takes the address as it is on file; another one keeps the rules of C§5', async () => {
    const { account, browser, fields } = await customer({ postal: 'W1A 1AA' })
    expect(await save(browser, { ...fields, work: '671-555-0177' })).toEqual(saved)
    const before = await person(account)
    const reply = await browser.post(updateUserDetails.path, { ...fields, version: undefined, city: 'Yona' })
    expect([reply.statusCode, reply.json().errors]).toEqual([400, [{ field: 'postal', message: texts.postalInvalid }]])
    expect(await person(account)).toEqual(before)
  })

  test.each(['PREM', 'ACOV', 'N/A', null] as const)(
    'of the address is refused for %s; one that stays is not',
    async (source) => {
      const { account, browser, fields } = await customer({ source })
      const before = await person(account)
      const edit = { ...fields, address1: 'PO Box 12', emailAddress: 'new@example.com' }
      expect(await save(browser, edit)).toEqual({
        data: { status: 'Failed', description: texts.addressFixed, field: 'address1' },
      })
      expect(await person(account)).toEqual(before)
      const { address1: _, city: __, state: ___, postal: ____, address2: _____, ...withoutAddress } = fields
      expect(await save(browser, { ...fields, emailAddress: 'new@example.com' })).toEqual(saved)
      const later = { ...withoutAddress, version: undefined, emailAddress: 'newer@example.com' }
      expect(await save(browser, later)).toEqual(saved)
    },
  )

  test("of the question and answer keeps a hash, moves their dates, is announced by mail, and leaves other people's", async () => {
    const { account, fields } = await customer()
    clock.advance(3 * 24 * 60 * 60_000)
    const other = await customer()
    const again = await portal.customer({ person: account, accounts: [account] })
    expect(await save(again, { ...fields, CharacteristicValue: '3', Answer: ' Rex! ' })).toEqual(saved)
    const user = await portal.database.db
      .selectFrom('web_user')
      .selectAll()
      .where('person_id', '=', PersonId.parse(account))
      .executeTakeFirstOrThrow()
    expect(user.security_question_id).toBe(3)
    expect(await matchesSecret(user.security_answer_hash, 'rex')).toBe(true)
    expect((await read(again, account)).otherDetails[0]).toMatchObject({
      EffectiveDate: '2026-02-13',
      CharacteristicValue: '3',
    })
    expect((await read(other.browser, other.account)).details.characteristicValue).toBe('1')
    expect(await emails()).toEqual([{ kind: 'security-question-changed', recipient: 'maria@example.com' }])
    const { rows } = await portal.database.pool.query('select body_text from email')
    expect(rows).toEqual([{ body_text: expect.stringContaining('If this wasn’t you') }])
  })

  test('of the question without an answer is refused; of one that there is not, too', async () => {
    const { browser, fields } = await customer()
    expect(await save(browser, { ...fields, CharacteristicValue: '3' })).toEqual({
      data: { status: 'Failed', description: texts.answerRequired, field: 'Answer' },
    })
    expect(await save(browser, { ...fields, CharacteristicValue: '99', Answer: 'Rex' })).toEqual({
      data: { status: 'Failed', description: texts.questionRequired, field: 'CharacteristicValue' },
    })
  })

  test.each([
    ['emailAddress', '', 'Please enter your Email Address!'],
    ['emailAddress', 'maria@', 'Please enter a valid Email Address.'],
    ['home', '12345', 'Please enter a valid Home Phone.'],
    ['mobile', '12345', 'Please enter a valid Mobile Phone.'],
    ['work', '12345', 'Please enter a valid Work Phone.'],
  ])('with %s %j is refused by the server, too: %s (C§5)', async (field, value, message) => {
    const { browser, fields } = await customer()
    const reply = await browser.post(updateUserDetails.path, { ...fields, [field]: value })
    expect(reply.statusCode).toBe(400)
    expect(reply.json().errors).toEqual([{ field, message }])
  })

  test('that leaves no phone is refused (C§5)', async () => {
    const { browser, fields } = await customer()
    const edit = { ...fields, home: '', mobile: '', isDeletedHome: true, isDeletedMobile: true }
    const reply = await browser.post(updateUserDetails.path, edit)
    expect(reply.json().errors).toEqual([{ field: 'home', message: 'Please fill atleast 1 contact number!' }])
  })
})

describe('given somebody signed in longer than five minutes ago', () => {
  async function signedInBefore() {
    const { account, browser, fields } = await customer()
    const passwordHash = await cheapHash(password)
    await portal.database.pool.query('update web_user set password_hash = $1 where person_id = $2', [
      passwordHash,
      account,
    ])
    clock.advance(5 * 60_000 + 1)
    return { account, browser, fields }
  }

  const password = 'Apra-1945'
  const sensitive: [string, object][] = [
    ['the e-mail address', { emailAddress: 'new@example.com' }],
    ['the question', { CharacteristicValue: '2', Answer: 'Yona' }],
    ['the answer', { Answer: 'Rex' }],
  ]

  test('and others just now, then their signing in proves nothing for them', async () => {
    const { browser, fields } = await signedInBefore()
    await customer()
    const reply = await save(browser, { ...fields, emailAddress: 'new@example.com' })
    expect(reply).toMatchObject({ data: { status: 'Failed', field: 'currentPassword' } })
  })

  test.each(sensitive)('changing %s needs the current password, and nothing changes without it', async (_, change) => {
    const { account, browser, fields } = await signedInBefore()
    const before = await person(account)
    const failed = (description: string) => ({ data: { status: 'Failed', description, field: 'currentPassword' } })
    expect(await save(browser, { ...fields, ...change })).toEqual(failed('Please enter your current password.'))
    const wrong = { ...fields, ...change, currentPassword: 'not this one' }
    expect(await save(browser, wrong)).toEqual(failed('Your current password is incorrect.'))
    expect([await person(account), await emails()]).toEqual([before, []])
    expect(await save(browser, { ...fields, ...change, currentPassword: password })).toEqual(saved)
    expect(await emails()).not.toEqual([])
  })

  test('anything else needs none', async () => {
    const { browser, fields } = await signedInBefore()
    expect(await save(browser, { ...fields, work: '671-555-0177' })).toEqual(saved)
  })

  test('wrong ones count like those at sign-in: the fifth locks the login', async () => {
    const { account, browser, fields } = await signedInBefore()
    const wrong = { ...fields, emailAddress: 'thief@example.com', currentPassword: 'not this one' }
    for (let n = 1; n <= 4; n += 1) await save(browser, wrong)
    const exceeded = 'You have exceeded the maximum number of failed login attempts'
    expect(await save(browser, wrong)).toEqual({ data: { status: 'Failed', description: exceeded } })
    expect(await save(browser, { ...wrong, currentPassword: password })).toMatchObject({ data: { status: 'Failed' } })
    const { rows } = await portal.database.pool.query(
      'select from web_user where person_id = $1 and locked_at is null',
      [account],
    )
    expect(rows).toEqual([])
  })
})

test('given somebody has just signed in, then the fields of the specification are enough (C§7)', async () => {
  const { browser, fields } = await customer()
  clock.advance(5 * 60_000)
  expect(await save(browser, { ...fields, emailAddress: 'new@example.com', Answer: 'Rex' })).toEqual(saved)
})
