import { Instant } from '@portal/contract/dates'
import { editAccountTexts as texts, readDetailsToEdit, updateUserDetails } from '@portal/contract/edit-account'
import { PersonId } from '@portal/contract/ids'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addTestAccount, type TestAccount } from '../../adapters/billing-system/test-ledger.ts'
import { matchesSecret } from '../../foundation/credentials/hashing.ts'
import { type TestApp, type TestBrowser, testApp } from '../../http/test-app.ts'
import { testClock } from '../../test-clock.ts'

const clock = testClock(Instant.parse('2026-02-10T01:00:00.000Z'))
const saved = { data: { status: 'Success', description: texts.saved } }

let portal: TestApp
beforeAll(async () => {
  portal = await testApp({ clock })
})
beforeEach(() => portal.database.pool.query('truncate rate_limit; truncate letter'))
afterAll(() => portal.close())

let numbers = 5_000_000_000

/** A customer with one account, and the fields of the form as they were read. */
async function customer(given: Omit<TestAccount, 'account'> = {}) {
  const account = String(++numbers)
  const phones = [
    { type: 'MOBILE', number: '671-555-0102' },
    { type: 'HOME-PHONE', number: '671-555-0101' },
  ] as const
  await addTestAccount(portal.database.db, { account, phones, ...given })
  const browser = await portal.customer({ person: account, username: `name${account}`, accounts: [account] })
  return { account, browser, fields: fieldsOf(await read(browser, account)) }
}

type Details = Awaited<ReturnType<typeof read>>
async function read(browser: TestBrowser, personId: string) {
  const reply = await browser.post(readDetailsToEdit.path, { personId, division: 'GWA' })
  return readDetailsToEdit.reply.parse(reply.json()).result
}

/** What the form sends when nothing is changed in it. */
function fieldsOf({ details }: Details) {
  const { personId, accountId, emailAddress, address1, address2, city, postal, home, mobile, work, version } = details
  const sequenceOf = (type: string) => details.contactNumbers.find((phone) => phone.type === type)?.sequence ?? ''
  return {
    personId,
    accountId,
    emailAddress,
    address1,
    address2,
    city,
    postal,
    state: details.stateInitials,
    stateDesc: details.stateDesc,
    country: 'USA',
    home,
    mobile,
    work,
    CharacteristicValue: details.characteristicValue,
    Answer: '',
    sequenceHome: sequenceOf('HOME-PHONE'),
    sequenceMobile: sequenceOf('MOBILE'),
    sequenceWork: sequenceOf('BUSN-PHONE'),
    isDeletedHome: false,
    isDeletedMobile: false,
    isDeletedWork: false,
    version,
  }
}

const save = async (browser: TestBrowser, fields: object) =>
  updateUserDetails.reply.parse((await browser.post(updateUserDetails.path, fields)).json())
const letters = async () =>
  await portal.database.db.selectFrom('letter').select(['kind', 'recipient']).orderBy('recipient').execute()
const person = async (id: string) => await portal.deps.billing.findPerson(PersonId.parse(id))

describe('the details to edit (C§3)', () => {
  test('are those on file, with the question and never its answer', async () => {
    const { account, browser } = await customer({ fullName: 'Cruz, Maria', postal: '96913-1234' })
    await portal.database.pool.query(
      "insert into cis.person_characteristic values ($1, 'CMOLDEML', '2020-01-01', null, 'old@example.com')",
      [account],
    )
    expect(await read(browser, account)).toEqual({
      otherDetails: [
        {
          CharacteristicType: 'CMSCQUES',
          EffectiveDate: '2026-02-10',
          AdhocCharacteristicValue: '',
          CharacteristicValue: '1',
        },
        {
          CharacteristicType: 'CMSCAN',
          EffectiveDate: '2026-02-10',
          AdhocCharacteristicValue: '',
          CharacteristicValue: '',
        },
        {
          CharacteristicType: 'CMOLDEML',
          EffectiveDate: '2020-01-01',
          AdhocCharacteristicValue: 'old@example.com',
          CharacteristicValue: '',
        },
      ],
      details: {
        personId: account,
        accountId: account,
        username: `name${account}`,
        fullName: 'Cruz, Maria',
        emailAddress: 'maria@example.com',
        address1: '12 Home Street',
        address2: '',
        city: 'Tamuning',
        postal: '96913-1234',
        stateInitials: 'GU',
        stateDesc: 'Guam',
        country: 'USA',
        home: '671-555-0101',
        mobile: '671-555-0102',
        work: '',
        contactNumbers: [
          { type: 'MOBILE', number: '671-555-0102', sequence: 1 },
          { type: 'HOME-PHONE', number: '671-555-0101', sequence: 2 },
        ],
        characteristicValue: '1',
        billAddressSource: 'PER',
        version: expect.any(String),
      },
    })
  })

  test.each([
    ['PREM', '7 Water Lane, Unit 2'],
    ['ACOV', 'PO Box 99'],
    ['N/A', '12 Home Street'],
    [null, '12 Home Street'],
  ] as const)('show where bills go: %s', async (source, address1) => {
    const { account, browser } = await customer({ source })
    expect((await read(browser, account)).details).toMatchObject({ billAddressSource: source, address1 })
  })

  test('keep their version as long as nothing changes', async () => {
    const { account, browser, fields } = await customer()
    expect((await read(browser, account)).details.version).toBe(fields.version)
  })
})

test('the country is the United States, with its states (C§1)', async () => {
  const [country] = (await portal.guest().get('/api/v1/get-country')).json().result
  expect(country).toMatchObject({ country: 'USA' })
  expect(country.states).toContainEqual({ stateInitials: 'GU', stateDesc: 'Guam' })
})

describe('an edit', () => {
  test('of nothing is saved and changes nothing', async () => {
    const { account, browser, fields } = await customer()
    const before = await person(account)
    expect(await save(browser, fields)).toEqual(saved)
    expect(await person(account)).toEqual(before)
    expect(await letters()).toEqual([])
  })

  test('of the e-mail reaches the billing system, and both addresses hear of it', async () => {
    const { account, browser, fields } = await customer({ email: 'a-old@example.com' })
    expect(await save(browser, { ...fields, emailAddress: 'b-new@example.com' })).toEqual(saved)
    expect(await person(account)).toMatchObject({
      emailAddress: 'b-new@example.com',
      characteristics: [{ type: 'CMOLDEML', effectiveDate: '2026-02-10', adhocValue: 'a-old@example.com' }],
    })
    expect(await letters()).toEqual([
      { kind: 'email-changed', recipient: 'a-old@example.com' },
      { kind: 'email-changed', recipient: 'b-new@example.com' },
    ])
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
  })

  test.each(['PREM', 'ACOV', 'N/A', null] as const)('of the address is refused for %s', async (source) => {
    const { account, browser, fields } = await customer({ source })
    const before = await person(account)
    const edit = { ...fields, address1: 'PO Box 12', emailAddress: 'new@example.com' }
    expect(await save(browser, edit)).toEqual({
      data: { status: 'Failed', description: texts.addressFixed, field: 'address1' },
    })
    expect(await person(account)).toEqual(before)
    const { address1: _, city: __, state: ___, postal: ____, address2: _____, ...withoutAddress } = fields
    expect(await save(browser, { ...withoutAddress, emailAddress: 'new@example.com' })).toEqual(saved)
  })

  test('of the question and answer keeps a hash, moves their dates and is told by mail', async () => {
    const { account, browser, fields } = await customer()
    clock.advance(3 * 24 * 60 * 60_000)
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
    expect(await letters()).toEqual([{ kind: 'security-question-changed', recipient: 'maria@example.com' }])
    expect(browser).toBeDefined()
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
