import { randomUUID } from 'node:crypto'
import { CalendarDate, Instant } from '@portal/contract/dates'
import { AccountNumber, PersonId } from '@portal/contract/ids'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestDatabase, createTestDatabase } from '../../../database/testing/database.ts'
import type { ContactChange } from '../port-people.ts'
import { type BillingSystem, BillingSystemDown } from '../port.ts'
import { ledgerBilling } from './ledger.ts'
import { addTestAccount, addTestHolder } from './testing/ledger.ts'

let database: TestDatabase
let billing: BillingSystem
beforeAll(async () => {
  database = await createTestDatabase()
  billing = ledgerBilling(database.db, 'GWA')
})
afterAll(() => database.drop())

let numbers = 7_000_000_000
const newNumber = (): string => String(++numbers)

const box = { address1: 'PO Box 7', address2: null, city: 'Yona', state: 'GU', postal: '96915', country: 'USA' }

function change(personId: string, what: Partial<ContactChange>): ContactChange {
  return {
    changeKey: randomUUID(),
    personId: PersonId.parse(personId),
    changedAt: Instant.parse('2026-02-10T01:00:00.000Z'),
    changeDate: CalendarDate.parse('2026-02-10'),
    phones: [],
    ...what,
  }
}

async function newPerson(given: Omit<Parameters<typeof addTestAccount>[1], 'account'> = {}): Promise<string> {
  const account = newNumber()
  await addTestAccount(database.db, { account, ...given })
  return account
}

const find = async (person: string) => await billing.findPerson(PersonId.parse(person))

describe('a person', () => {
  test('has texts without the blanks around them; one of blanks alone, as some systems write for none, is none', async () => {
    const [blank, padded] = [await newPerson({ email: ' ' }), await newPerson({ email: ' maria@example.com  ' })]
    const lines = "update cis.person set address1 = $2, city = 'Yona  ', state = 'GU    ' where person_id = $1"
    await database.pool.query(lines, [blank, ' '])
    await database.pool.query(lines, [padded, 'PO Box 7 '])
    expect(await find(blank)).toMatchObject({ emailAddress: null, address: null })
    const address = { address1: 'PO Box 7', city: 'Yona', state: 'GU' }
    expect(await find(padded)).toMatchObject({ emailAddress: 'maria@example.com', address })
    const account = await billing.findAccount(AccountNumber.parse(blank))
    expect(account).toMatchObject({ person: { emailAddress: null }, mailing: { address1: '7 Water Lane, Unit 2' } })
  })

  test('has a name, an e-mail, an address and phones by sequence', async () => {
    const person = await newPerson({
      phones: [
        { type: 'HOME-PHONE', number: '671-555-0101' },
        { type: 'MOBILE', number: '671-555-0102' },
      ],
    })
    expect(await find(person)).toEqual({
      personId: person,
      fullName: 'Maria Cruz',
      isBusiness: false,
      emailAddress: 'maria@example.com',
      address: { ...box, address1: '12 Home Street', city: 'Tamuning', postal: '96913' },
      phones: [
        { type: 'HOME-PHONE', number: '671-555-0101', sequence: 1 },
        { type: 'MOBILE', number: '671-555-0102', sequence: 2 },
      ],
      previousEmail: null,
      previousUsername: null,
    })
  })

  test('has the newest previous email address, and the username of an earlier portal', async () => {
    const person = await newPerson()
    await database.pool.query(
      `insert into cis.person_characteristic values
         ($1, 'CMOLDEML', '2020-01-01', null, 'first@example.com'), ($1, 'CMOLDEML', '2024-05-06', null, 'second@example.com'),
         ($1, 'CMLANG', '2021-01-01', 'EN', null), ($1, 'CMOLDUSR', '2015-01-01', null, 'mcruz')`,
      [person],
    )
    expect(await find(person)).toMatchObject({
      previousEmail: { address: 'second@example.com', replacedOn: '2024-05-06' },
      previousUsername: 'mcruz',
    })
  })

  test('that does not exist is null', async () => {
    expect(await find('9999999999')).toBeNull()
  })
})

describe('the people of an account', () => {
  test('come with the main customer first, and with the source of the address (C§3)', async () => {
    const account = newNumber()
    await addTestAccount(database.db, { account, source: 'ACOV', person: { id: '9000000001' } })
    await addTestHolder(database.db, account, '8000000001')
    const holders = await billing.holdersOf(AccountNumber.parse(account))
    const known = { relationshipType: 'MAIN', isMain: true, mayUseWeb: true, billAddressSource: 'ACOV' }
    const override = { ...box, address1: 'PO Box 99', city: 'Hagatna', postal: '96932' }
    expect(holders).toEqual([
      { ...known, personId: '9000000001', override },
      expect.objectContaining({ personId: '8000000001', relationshipType: 'COOWNER', isMain: false, override: null }),
    ])
  })

  test.each(['N/A', null] as const)('may have no paper bill: source %s', async (source) => {
    const account = await newPerson({ source })
    expect((await billing.holdersOf(AccountNumber.parse(account)))[0]?.billAddressSource).toBe(source)
    const found = await billing.findAccount(AccountNumber.parse(account))
    expect(found?.mailing).toMatchObject({ source, address1: '12 Home Street' })
  })

  test('of an unknown account or another division are an empty list', async () => {
    const account = await newPerson()
    expect(await billing.holdersOf(AccountNumber.parse('9999999999'))).toEqual([])
    expect(await ledgerBilling(database.db, 'XYZ').holdersOf(AccountNumber.parse(account))).toEqual([])
  })
})

test('the accounts of a person are those that may be shown on the web, by number', async () => {
  const id = newNumber()
  const [second, first, hidden] = ['6000000002', '6000000001', '6000000003']
  await addTestAccount(database.db, { account: second, person: { id }, customerClass: 'COMM', status: '60' })
  await addTestAccount(database.db, { account: first, person: { id, isKnown: true } })
  await addTestAccount(database.db, { account: hidden, person: { id, isKnown: true }, mayUseWeb: false })
  const serviceLocation = '7 Water Lane Unit 2, Tamuning, GU, 96913'
  expect(await billing.accountsOfPerson(PersonId.parse(id))).toEqual([
    { accountId: first, serviceLocation, customerClass: 'RESID', isActive: true },
    { accountId: second, serviceLocation, customerClass: 'COMM', isActive: false },
  ])
})

describe('a contact change', () => {
  test('takes effect at once, wherever the person is shown', async () => {
    const account = await newPerson({ phones: [{ type: 'MOBILE', number: '671-555-0101' }] })
    await billing.changeContact(
      change(account, {
        emailAddress: 'new@example.com',
        address: box,
        phones: [{ action: 'update', type: 'MOBILE', sequence: 1, number: '671-555-0199' }],
      }),
    )
    expect(await find(account)).toMatchObject({
      emailAddress: 'new@example.com',
      address: box,
      phones: [{ type: 'MOBILE', number: '671-555-0199', sequence: 1 }],
      previousEmail: { address: 'maria@example.com', replacedOn: '2026-02-10' },
    })
    const found = await billing.findAccount(AccountNumber.parse(account))
    expect(found?.person.emailAddress).toBe('new@example.com')
    expect(found?.mailing).toEqual({ ...box, source: 'PER' })
  })

  test('leaves everything else as it is', async () => {
    const person = await newPerson({ phones: [{ type: 'MOBILE', number: '671-555-0101' }] })
    const before = await find(person)
    await billing.changeContact(change(person, {}))
    expect(await find(person)).toEqual(before)
  })

  test.each([
    [
      'add',
      { action: 'add', type: 'BUSN-PHONE', number: '671-555-0103' },
      [
        ['MOBILE', 1],
        ['HOME-PHONE', 2],
        ['BUSN-PHONE', 3],
      ],
    ],
    ['delete', { action: 'delete', type: 'MOBILE', sequence: 1 }, [['HOME-PHONE', 2]]],
    [
      'delete of a phone of another type',
      { action: 'delete', type: 'MOBILE', sequence: 2 },
      [
        ['MOBILE', 1],
        ['HOME-PHONE', 2],
      ],
    ],
    [
      'update of a phone that is gone',
      { action: 'update', type: 'BUSN-PHONE', sequence: 9, number: '671-555-0104' },
      [
        ['MOBILE', 1],
        ['HOME-PHONE', 2],
        ['BUSN-PHONE', 3],
      ],
    ],
  ] as const)('of phones: %s', async (_, phone, expected) => {
    const person = await newPerson({
      phones: [
        { type: 'MOBILE', number: '671-555-0101' },
        { type: 'HOME-PHONE', number: '671-555-0102' },
      ],
    })
    await billing.changeContact(change(person, { phones: [phone] }))
    expect((await find(person))?.phones.map(({ type, sequence }) => [type, sequence])).toEqual(expected)
  })

  test('that is made twice takes effect once', async () => {
    const person = await newPerson({ email: null })
    const made = change(person, { phones: [{ action: 'add', type: 'MOBILE', number: '671-555-0101' }] })
    expect(await billing.changeContact(made)).toEqual({ outcome: 'changed' })
    expect(await billing.changeContact(made)).toEqual({ outcome: 'changed' })
    expect((await find(person))?.phones).toHaveLength(1)
  })

  test('is applied after the one before it', async () => {
    const person = await newPerson()
    await billing.changeContact(change(person, { emailAddress: 'second@example.com' }))
    await billing.changeContact(change(person, { emailAddress: 'third@example.com' }))
    expect(await find(person)).toMatchObject({
      emailAddress: 'third@example.com',
      previousEmail: { address: 'second@example.com' },
    })
  })

  test('of a first e-mail address leaves no previous one', async () => {
    const person = await newPerson({ email: null })
    await billing.changeContact(change(person, { emailAddress: 'first@example.com' }))
    expect(await find(person)).toMatchObject({ emailAddress: 'first@example.com', previousEmail: null })
  })

  test('of an unknown person is rejected', async () => {
    expect(await billing.changeContact(change('9999999999', {}))).toMatchObject({ outcome: 'rejected' })
  })
})

test('given the ledger is gone, then every method throws that it is down', async () => {
  const gone = await createTestDatabase()
  const people = ledgerBilling(gone.db, 'GWA')
  await gone.drop()
  const id = PersonId.parse('7000000001')
  await expect(people.findPerson(id)).rejects.toThrow(BillingSystemDown)
  await expect(people.accountsOfPerson(id)).rejects.toThrow(BillingSystemDown)
  await expect(people.holdersOf(AccountNumber.parse(id))).rejects.toThrow(BillingSystemDown)
  await expect(people.changeContact(change(id, {}))).rejects.toThrow(BillingSystemDown)
})
