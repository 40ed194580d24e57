import { expect, test } from 'vitest'
import { z } from 'zod'
import type { Call } from './call.ts'
import { allCalls } from './testing/all-calls.ts'

/** A field that a call takes: where it is, and the schema of the part of the call that it is in. */
interface Field {
  name: string
  path: readonly string[]
  part: z.ZodType
}

const fields = Object.entries<Call>(allCalls).flatMap(([call, { body, query, params }]) =>
  [body, query, params].flatMap((part) =>
    part
      ? pathsIn(z.toJSONSchema(part, { io: 'input', unrepresentable: 'any' })).map((path) => ({
          name: `${call}: ${path.join('.')}`,
          path,
          part,
        }))
      : [],
  ),
)

/** The paths of all fields that have no fields of their own; `0` stands for an element of a list. */
function pathsIn(schema: z.core.JSONSchema._JSONSchema, above: readonly string[] = []): string[][] {
  if (typeof schema === 'boolean') return []
  const { properties = {}, items, anyOf = [] } = schema
  const below = [
    ...Object.entries(properties).flatMap(([key, each]) => pathsIn(each, [...above, key])),
    ...(items && !Array.isArray(items) ? pathsIn(items, [...above, '0']) : []),
    ...anyOf.flatMap((each) => pathsIn(each, above)),
  ]
  return below.length > 0 ? [...new Map(below.map((path) => [path.join('.'), path])).values()] : [[...above]]
}

/** Whether a call accepts this value in a field, whatever it says about the other fields. */
function isTaken({ path, part }: Field, value: unknown): boolean {
  const given = path.reduceRight<unknown>((inner, key) => (key === '0' ? [inner] : { [key]: inner }), value)
  const { error } = part.safeParse(given)
  return !placesOf(error?.issues ?? []).some((place) => place === path.join('.'))
}

function placesOf(issues: readonly z.core.$ZodIssue[], above: readonly PropertyKey[] = []): string[] {
  return issues.flatMap((issue) => {
    const path = [...above, ...issue.path]
    return issue.code === 'invalid_union' && issue.errors.length > 0
      ? issue.errors.flatMap((each) => placesOf(each, path))
      : [path.join('.')]
  })
}

/** The names of the fields that accept a value. */
const taking = (value: unknown): string[] => fields.filter((field) => isTaken(field, value)).map(({ name }) => name)

test('no field of a call accepts a text of unlimited length; sign-up tells its two forms apart before it reads them', () => {
  const unlimited = taking('x'.repeat(100_001)).filter((name) => !name.startsWith('signUpUser: '))
  // The server stores these as they are or ignores them; the size of the call is limited.
  expect(unlimited).toEqual([
    'confirmEmail: accounts',
    'insertTransactionLogs: transaction_logs',
    'insertTransactionLogs: transaction_logs.0',
  ])
})

test('no field of a call accepts a fraction, except those of the stepwise calls that may be a text or a number (A§7)', () => {
  const calls = new Set(taking(1.5).map((name) => name.split(':')[0]))
  expect([...calls]).toEqual([
    'saveOverallPayment',
    'savePayment',
    'payeezy',
    'confirmEmail',
    'makePayment',
    'updateOverallPayment',
    'updatePayment',
    'insertTransactionLogs',
    'signUpUser',
  ])
})

test('a number that the database has no room for is taken by no field; a key has eight bytes, whatever it names', () => {
  const keys = /[:.] ?(id|after|before\w*|scanId|savedMethod|savedCardId|saving|overallId|asOf|ids\.0)$/
  // Texts of the stepwise calls (A§7), and a payload whose two forms are told apart before it is read.
  const texts = new Set([...taking('some words'), ...taking('x')].filter((name) => !name.startsWith('signUpUser: ')))
  const taken = (value: number): string[] =>
    taking(value).filter((name) => !keys.test(name) && !texts.has(name) && !name.startsWith('signUpUser: '))
  expect(taken(Number.MAX_SAFE_INTEGER)).toEqual([])
  // Amounts have eight bytes, too, as cents or as the dollars of the stepwise calls.
  expect(taken(2 ** 31)).toEqual([
    'startCheckout: accounts.0.amount',
    'startCheckout: accounts.0.amountDue',
    'startCheckout: fee',
    'saveOverallPayment: amount',
    'savePayment: amount',
    'payeezy: amount',
    'makePayment: amount',
    'schedulePayment: fee',
    'changeScheduledPayment: fee',
    'readAgreementWords: terms.range.low',
    'acceptAutopay: terms.range.low',
    'changeAutopay: terms.range.low',
  ])
  for (const value of [2 ** 53, -1, 0.5, 1e300]) expect(taking(value).filter((name) => keys.test(name))).toEqual([])
})

test('where a number, a key or a flag is expected, nothing counts that only JavaScript would take for one', () => {
  const texts = new Set([...taking('x'), ...taking('some words')])
  const strict = fields.filter(({ name, path }) => path.length > 0 && !texts.has(name))
  const taken = (name: RegExp, values: readonly unknown[]): string[] =>
    strict
      .filter((field) => name.test(field.name))
      .flatMap((field) => values.filter((value) => isTaken(field, value)).map((value) => [field.name, value].join(' ')))

  // Amounts of the stepwise calls are decimal texts (A§7). What staff search for is read as people write it. Villages are a
  // list.
  const numbers = /(?<! amount|searchWebUser: accountId|: villages)$/
  const oddities = [
    [1],
    ['1'],
    [],
    {},
    '1e0',
    ' 1 ',
    '1\n',
    '0x1',
    '+1',
    '-1',
    '1.0',
    '\u0663',
    Number.NaN,
    Infinity,
    2 ** 53,
  ]
  expect(strict.filter((field) => isTaken(field, 1)).length).toBeGreaterThan(40)
  expect(taken(numbers, [...oddities, '9'.repeat(17)])).toEqual([])
  expect(taken(/ amount$/, [[1], {}, '1e0', '0x1', true, null, Number.NaN, Infinity])).toEqual([])
  expect(taken(/./, [true])).toEqual([
    'askForRefund: bankNotAsked true',
    'chooseNotification: isOn true',
    'chooseNotification: evenStopped true',
    'chooseAmounts: namesAmounts true',
    'choosePaperless: isOn true',
    'goLiveWithImport: evenSo true',
    'startCheckout: saveMethod true',
    'startCheckout: payAnyway true',
    'continueCheckout: isGivenUp true',
    'sendEmailForgotPassword: emailInstead true',
    'sendEmailForgotUsername: emailInstead true',
    'updateUserDetails: isDeletedHome true',
    'updateUserDetails: isDeletedMobile true',
    'updateUserDetails: isDeletedWork true',
  ])
  expect(taken(/isDeleted|emailInstead/, [1, 0, null, 'on', 'yes', ' true ', 'TRUE'])).toEqual([])
  // Null says that there was no phone before (C§3), that an announcement has no image or video,
  // that an agreement has no limit or no end, and that a message to customers goes to all villages.
  expect(taken(/(?<!sequence(Home|Mobile|Work)|: type|: villages|terms\.(most|endsOn))$/, [null])).toEqual([])
})
