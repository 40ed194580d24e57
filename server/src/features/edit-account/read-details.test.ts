import { Instant } from '@portal/contract/dates'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../http/testing/app.ts'
import { testClock } from '../../testing/clock.ts'
import { newCustomer, read } from './testing/form.ts'

let portal: TestApp
beforeAll(async () => {
  portal = await testApp({ clock: testClock(Instant.parse('2026-02-10T01:00:00.000Z')) })
})
afterAll(() => portal.close())

describe('the details to edit (C§3)', () => {
  test('are those on file, with the question and never its answer', async () => {
    const { account, browser } = await newCustomer(portal, { fullName: 'Cruz, Maria', postal: '96913-1234' })
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
    const { account, browser } = await newCustomer(portal, { source })
    expect((await read(browser, account)).details).toMatchObject({ billAddressSource: source, address1 })
  })

  test('keep their version as long as nothing changes', async () => {
    const { account, browser, fields } = await newCustomer(portal)
    expect((await read(browser, account)).details.version).toBe(fields.version)
  })
})

test('the country is the United States, with its states (C§1)', async () => {
  const [country] = (await portal.guest().get('/api/v1/get-country')).json().result
  expect(country).toMatchObject({ country: 'USA' })
  expect(country.states).toContainEqual({ stateInitials: 'GU', stateDesc: 'Guam' })
})
