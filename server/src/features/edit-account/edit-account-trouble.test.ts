import { Instant } from '@portal/contract/dates'
import { readDetailsToEdit, updateUserDetails, editAccountTexts as texts } from '@portal/contract/edit-account'
import { AccountNumber, PersonId } from '@portal/contract/ids'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ledgerBilling } from '../../adapters/billing-system/ledger/ledger.ts'
import { addTestAccount, addTestHolder } from '../../adapters/billing-system/ledger/testing/ledger.ts'
import { type BillingSystem, BillingSystemDown } from '../../adapters/billing-system/port.ts'
import { limits } from '../../foundation/rate-limits/limits.ts'
import { type TestApp, type TestBrowser, testApp } from '../../http/testing/app.ts'
import { testClock } from '../../testing/clock.ts'

const clock = testClock(Instant.parse('2026-02-10T01:00:00.000Z'))
const saved = { data: { status: 'Success', description: texts.saved } }
const outdated = { data: { status: 'Failed', description: texts.changedMeanwhile, isOutdated: true } }

let portal: TestApp
let ledger: BillingSystem
beforeAll(async () => {
  portal = await testApp({ clock })
  ledger = ledgerBilling(portal.database.db, 'GWA')
})
beforeEach(async () => {
  portal.deps.billing = ledger
  await portal.database.pool.query('delete from rate_limit; delete from email')
})
afterAll(() => portal.close())

let numbers = 5_000_000_000

async function customer() {
  const account = String(++numbers)
  await addTestAccount(portal.database.db, { account, phones: [{ type: 'MOBILE', number: '671-555-0102' }] })
  return { account, browser: await portal.customer({ person: account, accounts: [account] }) }
}

async function read(browser: TestBrowser, personId: string) {
  const reply = await browser.post(readDetailsToEdit.path, { personId, division: 'GWA' })
  return readDetailsToEdit.reply.parse(reply.json()).result
}

const edit = (account: string, changes: object = {}) => ({
  personId: account,
  accountId: account,
  emailAddress: 'maria@example.com',
  home: '',
  mobile: '671-555-0102',
  work: '',
  CharacteristicValue: '1',
  ...changes,
})
const send = async (browser: TestBrowser, fields: object) =>
  updateUserDetails.reply.parse((await browser.post(updateUserDetails.path, fields)).json())
const emailOf = async (account: string) => (await ledger.findPerson(PersonId.parse(account)))?.emailAddress

describe('two edits of the same record', () => {
  test('made from the same page: the second is refused with the reason, and changes nothing', async () => {
    const { account, browser } = await customer()
    const { version } = (await read(browser, account)).details
    const first = edit(account, { version, emailAddress: 'first@example.com' })
    const second = edit(account, { version, emailAddress: 'second@example.com' })
    expect(await send(browser, first)).toEqual(saved)
    expect(await send(browser, second)).toEqual(outdated)
    expect(await emailOf(account)).toBe('first@example.com')
  })

  test('sent at the same moment: one of them is saved, whole', async () => {
    const { account, browser } = await customer()
    const emails = ['one@example.com', 'two@example.com', 'three@example.com']
    const { version } = (await read(browser, account)).details
    const replies = await Promise.all(
      emails.map(async (emailAddress) => await send(browser, edit(account, { version, emailAddress }))),
    )
    const won = emails.filter((_, at) => replies[at]?.data.status === 'Success')
    expect(won).toEqual([await emailOf(account)])
  })

  test('which are equal, the second under way when the first is saved: both are told that it is saved', async () => {
    const { account, browser } = await customer()
    const { version } = (await read(browser, account)).details
    const wanted = edit(account, { version, emailAddress: 'new@example.com' })
    const { promise: isSaved, resolve: goOn } = Promise.withResolvers<void>()
    let looks = 0
    const findAccount: typeof ledger.findAccount = async (...asked) => {
      looks += 1
      if (looks === 1) await isSaved
      return await ledger.findAccount(...asked)
    }
    portal.deps.billing = { ...ledger, findAccount }
    const second = send(browser, wanted)
    await expect.poll(() => looks).toBe(1)
    const first = await send(browser, wanted)
    goOn()
    expect([first, await second]).toEqual([saved, saved])
  })

  test.each([
    ['the e-mail address', "update cis.person set email_address = 'clerk@example.com' where person_id = $1"],
    ['a phone', "update cis.phone set phone_number = '671-555-0199' where person_id = $1"],
    ['the address', "update cis.person set address1 = 'PO Box 8' where person_id = $1"],
  ])('of which one was made to %s in the billing system: the other is refused with the reason', async (_, change) => {
    const { account, browser } = await customer()
    const { version } = (await read(browser, account)).details
    await portal.database.pool.query(change, [account])
    expect(await send(browser, edit(account, { version, emailAddress: 'mine@example.com' }))).toEqual(outdated)
  })

  test.each(['oldDateQuestion', 'oldDateAnswer'])('are detected by %s where there is no version', async (field) => {
    const { account, browser } = await customer()
    const changed = { work: '671-555-0177' }
    expect(await send(browser, edit(account, { ...changed, [field]: '2026-02-09' }))).toEqual(outdated)
    expect(await send(browser, edit(account, { ...changed, [field]: '2026-02-10' }))).toEqual(saved)
  })

  test('are detected by oldDateEmail where there is no version', async () => {
    const { account, browser } = await customer()
    await send(browser, edit(account, { emailAddress: 'first@example.com' }))
    expect(await send(browser, edit(account, { oldDateEmail: '' }))).toEqual(outdated)
    expect(await send(browser, edit(account, { oldDateEmail: '2026-02-10' }))).toEqual(saved)
  })
})

describe('an edit that is sent again because its answer was lost', () => {
  const everything = {
    emailAddress: 'new@example.com',
    home: '671-555-0188',
    mobile: '',
    isDeletedMobile: true,
    sequenceMobile: 1,
    CharacteristicValue: '2',
    Answer: 'Rex',
  }
  const emails = async () => await portal.database.db.selectFrom('email').select('kind').execute()

  test('is saved already, and nothing happens twice', async () => {
    const { account, browser } = await customer()
    const { version } = (await read(browser, account)).details
    const fields = edit(account, { ...everything, version })
    expect(await send(browser, fields)).toEqual(saved)
    const [before, written] = [await read(browser, account), await emails()]
    expect(await send(browser, fields)).toEqual(saved)
    expect([await read(browser, account), await emails()]).toEqual([before, written])
  })

  test('with another answer to the question is not what was saved, although somebody else has that one', async () => {
    const other = await customer()
    const { version: theirs } = (await read(other.browser, other.account)).details
    await send(other.browser, edit(other.account, { ...everything, version: theirs, Answer: 'Max' }))
    const { account, browser } = await customer()
    const { version } = (await read(browser, account)).details
    const fields = edit(account, { ...everything, version })
    await send(browser, fields)
    expect(await send(browser, { ...fields, Answer: 'Max' })).toEqual(outdated)
  })

  test.each([
    ['of a phone alone is saved already', { work: '671-555-0177' }, {}, saved],
    [
      'with the same answer to another question is not what was saved',
      everything,
      { CharacteristicValue: '3' },
      outdated,
    ],
    [
      'with another question and no answer is not what was saved',
      everything,
      { CharacteristicValue: '3', Answer: '' },
      outdated,
    ],
  ])('%s', async (_, first, then, reply) => {
    const { account, browser } = await customer()
    const { version } = (await read(browser, account)).details
    const fields = edit(account, { ...first, version })
    expect(await send(browser, fields)).toEqual(saved)
    expect(await send(browser, { ...fields, ...then })).toEqual(reply)
  })

  test('tells nobody whether an answer is right who may not change it', async () => {
    const { account, browser } = await customer()
    const { version } = (await read(browser, account)).details
    const fields = edit(account, { ...everything, version })
    await send(browser, fields)
    clock.advance(5 * 60_000 + 1)
    const asked = { status: 'Failed', description: 'Please enter your current password.', field: 'currentPassword' }
    for (const Answer of ['Rex', 'Max']) expect(await send(browser, { ...fields, Answer })).toEqual({ data: asked })
  })
})

describe("somebody else's", () => {
  test.each([
    ['person', (own: string, other: string) => ({ personId: other, accountId: own })],
    ['account', (own: string, other: string) => ({ personId: own, accountId: other })],
    ['person and account', (_: string, other: string) => ({ personId: other, accountId: other })],
  ])('%s is neither told nor changed', async (_, whose) => {
    const mine = await customer()
    const theirs = await customer()
    const asked = whose(mine.account, theirs.account)
    const told = await mine.browser.post(readDetailsToEdit.path, { ...asked, division: 'GWA' })
    const changed = await mine.browser.post(updateUserDetails.path, {
      ...edit(mine.account, { emailAddress: 'thief@example.com' }),
      ...asked,
    })
    expect([told.statusCode, changed.statusCode]).toEqual([403, 403])
    expect([await emailOf(mine.account), await emailOf(theirs.account)]).toEqual([
      'maria@example.com',
      'maria@example.com',
    ])
  })

  test('account, as one is that has gone to somebody else meanwhile, is not there', async () => {
    const { account, browser } = await customer()
    const other = await customer()
    await portal.database.pool.query('update cis.account_person set person_id = $2 where account_id = $1', [
      account,
      other.account,
    ])
    const told = await browser.post(readDetailsToEdit.path, { personId: account, division: 'GWA', accountId: account })
    const changed = await browser.post(updateUserDetails.path, edit(account, { emailAddress: 'new@example.com' }))
    expect([told.statusCode, changed.statusCode]).toEqual([404, 404])
    expect(await emailOf(account)).toBe('maria@example.com')
  })

  test('division is refused', async () => {
    const { account, browser } = await customer()
    const told = await browser.post(readDetailsToEdit.path, { personId: account, division: 'XYZ' })
    expect(told.statusCode).toBe(403)
  })

  test('address of an account held together is not changed by whoever is not its main customer', async () => {
    const { account } = await customer()
    const shared = String(++numbers)
    await addTestAccount(portal.database.db, { account: shared, source: 'PREM' })
    await addTestHolder(portal.database.db, shared, account)
    const holder = await portal.customer({ person: account, accounts: [account, shared] })
    const address = { address1: 'PO Box 1', city: 'Yona', state: 'GU', postal: '96915' }
    await send(holder, edit(account, { accountId: shared, ...address }))
    const found = await ledger.findAccount(AccountNumber.parse(shared))
    expect(found?.mailing.address1).toBe('7 Water Lane, Unit 2')
    const asked = { personId: account, division: 'GWA', accountId: shared }
    const told = readDetailsToEdit.reply.parse((await holder.post(readDetailsToEdit.path, asked)).json())
    expect(told.result.details.address1).toBe('PO Box 1')
  })
})

describe('given the billing system', () => {
  const down = async (): Promise<never> => {
    throw new BillingSystemDown('no answer')
  }

  test('is down, then nothing is shown and nothing is saved', async () => {
    const { account, browser } = await customer()
    portal.deps.billing = { ...ledger, findPerson: down }
    const told = await browser.post(readDetailsToEdit.path, { personId: account, division: 'GWA' })
    const changed = await browser.post(
      updateUserDetails.path,
      edit(account, { CharacteristicValue: '2', Answer: 'Rex' }),
    )
    expect([told.statusCode, changed.statusCode]).toEqual([502, 502])
    portal.deps.billing = ledger
    expect((await read(browser, account)).details.characteristicValue).toBe('1')
  })

  test('goes away while an edit is saved, then it is saved, and whoever looks again sees it', async () => {
    const { account, browser } = await customer()
    portal.deps.billing = { ...ledger, changeContact: down }
    expect(await send(browser, edit(account, { emailAddress: 'new@example.com' }))).toEqual(saved)
    expect(await emailOf(account)).toBe('maria@example.com')
    portal.deps.billing = ledger
    expect((await read(browser, account)).details.emailAddress).toBe('new@example.com')
  })
})

test('given too many edits, then the customer has to wait, and the reply says how long', async () => {
  const { account, browser } = await customer()
  for (let n = 0; n < limits.detailEditsPerCustomer.attempts; n += 1) await send(browser, edit(account))
  const reply = await browser.post(updateUserDetails.path, edit(account))
  expect(reply.statusCode).toBe(429)
  expect(reply.json().retryAfterSeconds).toBeGreaterThan(0)
})
