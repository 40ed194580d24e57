import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { Call } from './call.ts'
import { sayWhatIsWrong } from './input-texts.ts'
import { allCalls } from './testing/all-calls.ts'

const card = '4111111111111111'

function sentencesOf(schema: z.ZodType, given: unknown): string[] {
  return (schema.safeParse(given, { error: sayWhatIsWrong }).error?.issues ?? []).map(({ message }) => message)
}

const file = new File(['words'], 'words.txt')

test.each<[string, z.ZodType, unknown, string]>([
  ['nothing', z.string(), undefined, 'This field is required.'],
  ['null', z.int(), null, 'This field is required.'],
  ['an empty text', z.string().min(1), '', 'This field is required.'],
  ['no body', z.object({}), undefined, 'Please send an object with the fields of this call.'],
  ['a body that is a list', z.object({}), [card], 'Please send an object with the fields of this call.'],
  ['a number for a text', z.string(), 7, 'Please enter text.'],
  ['a text for a number', z.number(), card, 'Please enter a number.'],
  ['words where a form sends a number', z.coerce.number(), 'abc', 'Please enter a number.'],
  ['a fraction', z.int(), 1.5, 'Please enter a whole number.'],
  ['a text for yes or no', z.boolean(), 'true', 'Please send true or false.'],
  ['a text for a list', z.array(z.string()), card, 'Please send a list.'],
  ['a text for a map', z.record(z.string(), z.string()), card, 'Please send an object with fields.'],
  ['a text for a file', z.file(), card, 'Please choose a file.'],
  ['something where nothing goes', z.undefined(), card, 'Please enter a value that this field takes.'],
  ['another value than the only one', z.literal('US'), card, 'This field takes only US.'],
  ['something where a text is empty', z.literal(''), card, 'Please leave this empty.'],
  ['none of a few', z.enum(['asc', 'desc']), card, 'Please choose one of these: asc, desc.'],
  [
    'none of many',
    z.enum(Array.from({ length: 13 }, (_, index) => `state-${index}`)),
    card,
    'Please enter a value that this field takes.',
  ],
  ['a text that is too short', z.string().min(8), 'abc', 'Please use at least 8 characters.'],
  ['a text that is too long', z.string().max(5), card, 'Please use at most 5 characters.'],
  ['a text of another length', z.string().length(5), card, 'Please use exactly 5 characters.'],
  ['a number that is too small', z.number().min(1), 0, 'Please enter 1 or more.'],
  ['a number that must be above', z.number().gt(1), 1, 'Please enter more than 1.'],
  ['a number that is too big', z.number().max(9), 10, 'Please enter 9 or less.'],
  ['a number that must be below', z.number().lt(9), 9, 'Please enter less than 9.'],
  ['a number that is no multiple', z.number().multipleOf(5), 7, 'Please enter a multiple of 5.'],
  ['an empty list', z.array(z.string()).min(1), [], 'Please send at least one.'],
  ['a short list', z.array(z.string()).min(2), [], 'Please send at least 2.'],
  ['a long list', z.array(z.string()).max(1), [card, card], 'Please send at most 1.'],
  ['a list of another length', z.array(z.string()).length(2), [], 'Please send exactly 2.'],
  ['an empty file', z.file().min(9), file, 'This file is empty. Please choose another.'],
  ['a large file', z.file().max(1), file, 'This file is too large. Please choose a smaller one.'],
  ['no email address', z.email(), card, 'Please enter an email address, such as name@example.com.'],
  ['no web address', z.url(), card, 'Please enter a web address.'],
  ['an id that is none of ours', z.uuid(), card, 'Please send this number as you got it from us.'],
  ['no date', z.iso.date(), '02/30/2026', 'Please enter a date as YYYY-MM-DD.'],
  ['no time', z.iso.datetime(), card, 'Please enter a time in UTC, such as 2026-01-31T04:05:06.789Z.'],
  ['another form', z.string().regex(/^\d{5}$/), card, 'Please check how this is written.'],
  ['an unknown field', z.strictObject({}), { [card]: 1 }, 'Please leave out fields that this call does not have.'],
  [
    'a name that a map does not take',
    z.record(z.email(), z.any()),
    { [card]: 1 },
    'Please enter a value that this field takes.',
  ],
  ['what a rule refuses', z.string().refine(() => false), card, 'Please enter a value that this field takes.'],
  ['neither of two types', z.union([z.string(), z.number()]), [card], 'Please enter a value that this field takes.'],
  ['the right type of two', z.union([z.string().max(5), z.number()]), card, 'Please use at most 5 characters.'],
  ['nothing for either of two types', z.union([z.string(), z.number()]), undefined, 'This field is required.'],
  [
    'no kind of thing',
    z.discriminatedUnion('type', [z.object({ type: z.literal('Image') }), z.object({ type: z.literal('Video') })]),
    { type: card },
    'Please choose one of these: Image, Video.',
  ],
])(
  'given %s, then a sentence of ours says what the field takes, without what was entered',
  (_, schema, given, sentence) => {
    expect(sentencesOf(schema, given)).toEqual([sentence])
  },
)

test("a schema's own message stays", () => {
  expect(sentencesOf(z.string('Require CVV').min(3, 'Require CVV'), '1')).toEqual(['Require CVV'])
})

/** The beginnings of all sentences of the library. */
const ofLibrary =
  /^(Invalid (input|option|key in|value in|string|number|discriminator|ISO|UUID|email address$|URL)|Too (big|small)|Unrecognized key)/

const bodies: unknown[] = [undefined, null, {}, [], card, 7, true]
const values: unknown[] = [
  undefined,
  null,
  '',
  card,
  '\u{1F4A7}'.repeat(5000),
  1.5,
  -1,
  1e300,
  NaN,
  true,
  [],
  [card],
  {},
  { [card]: card },
]

describe.each(Object.entries<Call>(allCalls))('%s', (_, { body, query, params }) => {
  test('never refuses in a sentence of the library, nor with what was entered', () => {
    for (const part of [body, query, params]) {
      if (!part) continue
      for (const given of [...bodies, ...values.map((value) => filled(part, value))]) {
        for (const sentence of sentencesOf(part, given)) {
          expect(sentence).not.toMatch(ofLibrary)
          expect(sentence).not.toContain(card)
        }
      }
    }
  })
})

/** A body, query or path with this value in every field, also in the fields of fields. */
function filled(schema: z.ZodType, value: unknown): unknown {
  return fill(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }), value)
}

function fill(schema: z.core.JSONSchema._JSONSchema, value: unknown): unknown {
  if (typeof schema === 'boolean') return value
  const { properties, items, anyOf } = schema
  if (properties) return Object.fromEntries(Object.entries(properties).map(([key, each]) => [key, fill(each, value)]))
  if (items && !Array.isArray(items)) return [fill(items, value)]
  return anyOf?.[0] ? fill(anyOf[0], value) : value
}
