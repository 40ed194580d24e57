import { describe, expect, test } from 'vitest'
import { contactTexts } from './contact.ts'
import { ChangedAddress, DetailsToUpdate, editAccountTexts as texts } from './edit-account.ts'

const edit = {
  personId: '0000000001',
  accountId: '4821007391',
  emailAddress: 'maria@example.com',
  address1: '12 Home Street',
  address2: '',
  city: 'Tamuning',
  postal: '96913-1234',
  state: 'GU',
  stateDesc: 'Guam',
  country: 'USA',
  home: '(671) 555-0101',
  mobile: '',
  work: '',
  oldDateEmail: '',
  oldDateQuestion: '2026-01-02',
  oldDateAnswer: '2026-01-02',
  CharacteristicValue: '3',
  Answer: '',
  sequenceHome: '1',
  sequenceMobile: 2,
  sequenceWork: '',
  isDeletedHome: false,
  isDeletedMobile: 'true',
  isDeletedWork: false,
}

test('an edit with the field names of the specification is understood (C§7)', () => {
  expect(DetailsToUpdate.parse(edit)).toMatchObject({
    home: '671-555-0101',
    sequenceHome: 1,
    sequenceMobile: 2,
    sequenceWork: null,
    isDeletedMobile: true,
    Answer: '',
  })
})

test('the address may be left out', () => {
  const { address1: _1, address2: _2, city: _3, postal: _4, state: _5, stateDesc: _6, country: _7, ...rest } = edit
  expect(DetailsToUpdate.safeParse(rest).success).toBe(true)
})

function messagesOf(changes: object): [string, string][] {
  const parsed = DetailsToUpdate.safeParse({ ...edit, ...changes })
  return parsed.success ? [] : parsed.error.issues.map((issue) => [issue.path.join('.'), issue.message])
}

test.each([
  ['address1', texts.addressRequired],
  ['city', texts.cityRequired],
  ['postal', texts.postalInvalid],
  ['state', texts.stateRequired],
])('an address comes whole or not at all: without %s', (field, message) => {
  expect(messagesOf({ [field]: undefined })).toEqual([[field, message]])
})

test('an address is taken as it is on file, however incomplete', () => {
  expect(messagesOf({ address1: '', city: '', postal: '', state: 'Guam' })).toEqual([])
})

function messagesOfAddress(changes: object): [string, string][] {
  const issues = ChangedAddress.safeParse({ ...edit, ...changes }).error?.issues ?? []
  return issues.map((issue) => [issue.path.join('.'), issue.message])
}

test.each(['96913', '96913-1234', ' 96913 '])('%j is a zip code', (postal) => {
  expect(messagesOfAddress({ postal })).toEqual([])
})

test.each([
  [1, true],
  ['9999', true],
  [9999, true],
  ['', true],
  [null, true],
  [0, true],
  [-1, false],
  [10_000, false],
  ['10000', false],
  ['1x', false],
  ['x1', false],
])('%j names a phone on file: %j', (sequenceHome, isTaken) => {
  expect(messagesOf({ sequenceHome })).toHaveLength(isTaken ? 0 : 1)
})

describe('rules of C§5', () => {
  test.each([
    ['emailAddress', '', contactTexts.emailRequired],
    ['emailAddress', 'maria@', texts.emailInvalid],
    ['home', '555-0101', texts.homePhoneInvalid],
    ['mobile', '555-0101', texts.mobilePhoneInvalid],
    ['work', '555-0101', texts.workPhoneInvalid],
    ['home', '', texts.onePhone],
    ['CharacteristicValue', '', texts.questionRequired],
    ['Answer', '?!', texts.answerRequired],
    ['Answer', 'x'.repeat(201), 'Please use at most 200 characters.'],
  ])('%s %j: %s', (field, value, message) => {
    expect(messagesOf({ [field]: value })).toEqual([[field, message]])
  })

  test.each([
    ['address1', '', texts.addressRequired],
    ['address1', 'x'.repeat(255), 'Please use at most 254 characters.'],
    ['address1', '12 Marine\u200b Corps Drive', texts.unseenCharacters],
    ['city', '', texts.cityRequired],
    ['postal', '9691', texts.postalInvalid],
    ['postal', '969130', texts.postalInvalid],
    ['postal', 'GU 96913', texts.postalInvalid],
    ['postal', '96913-12345', texts.postalInvalid],
    ['state', 'Guam', texts.stateRequired],
    ['state', '', texts.stateRequired],
  ])('of an address that is changed: %s %j: %s', (field, value, message) => {
    expect(messagesOfAddress({ [field]: value })).toEqual([[field, message]])
  })
})

test('a body of any other form is refused', () => {
  for (const body of [null, [], 'x', 7, {}]) expect(DetailsToUpdate.safeParse(body).success).toBe(false)
})
