import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { Call } from '../src/call.ts'
import { allCalls } from '../src/testing/all-calls.ts'
import { administratorTexts } from './administrator-texts.ts'
import { customerTexts } from './customer-texts.ts'
import { specifiedFigures } from './figures.ts'
import { specifiedNames } from './names.ts'

test.each(Object.entries({ ...administratorTexts, ...customerTexts }))('the texts of %s, to the letter', (_, texts) => {
  expect(texts.map(([where, ours]) => [where, ours])).toEqual(texts.map(([where, , specified]) => [where, specified]))
})

describe('the figures of A§6, A§9, C§2.1 and C§9', () => {
  test.each(specifiedFigures)('%s', (_, ours, specified) => {
    expect(ours).toEqual(specified)
  })
})

describe('the names of A§7, C§7, A§3 and C§3', () => {
  const calls = new Map(Object.values<Call>(allCalls).map((call) => [`${call.method} ${call.path}`, call]))

  test.each(specifiedNames)('%s (%s)', (name, sections, body, reply) => {
    const call = calls.get(name)
    for (const section of sections.split(', ')) expect(call?.summary).toContain(section)
    expect(missing(body, call?.body, 'input')).toEqual([])
    expect(missing(reply, call?.reply, 'output')).toEqual([])
  })

  test('are compared with every name, in its place', () => {
    const schema = z.object({ result: z.array(z.object({ id: z.number() })) })
    expect(missing('result { id }', schema, 'output')).toEqual([])
    expect(missing('id, result { id, flag }', schema, 'output')).toEqual(['id', 'result.flag'])
  })
})

test('the default profile has the division and the hours of C§9, and promises no username that sign-up refuses (C§5)', () => {
  const Profile = z.object({
    division: z.string(),
    offices: z.array(z.object({ hours: z.array(z.string()) })),
    earlierSite: z.object({ oldCredentials: z.string() }),
  })
  const file = new URL('../../server/profile/default.json', import.meta.url)
  const { division, offices, earlierSite } = Profile.parse(JSON.parse(readFileSync(file, 'utf8')))
  expect(division).toBe('GWA')
  expect(earlierSite.oldCredentials).toContain('The new username must be different from the one you had there.')
  expect(offices.map(({ hours }) => hours.slice(0, -1))).toEqual([
    ['Mon-Fri 7:00am-5:00pm'],
    ['Mon-Fri 7:30am-6:00pm', 'Saturday 9:00am-1:00pm'],
    ['Mon-Fri 8:00am-5:00pm'],
  ])
  expect(offices.map(({ hours }) => hours.at(-1))).toEqual(Array(3).fill('Closed on government holidays'))
})

/** Which of the names, such as `result { id, flag }`, a schema does not have in their place. */
function missing(names: string, schema: z.ZodType | undefined, io: 'input' | 'output'): string[] {
  const known = new Set(schema && pathsIn(z.toJSONSchema(schema, { io, unrepresentable: 'any' })))
  return pathsOf(names).filter((path) => !known.has(path))
}

function pathsOf(names: string): string[] {
  const above: string[] = []
  let last = ''
  return (names.match(/[\w]+|[{}]/g) ?? []).flatMap((word) => {
    if (word === '{') above.push(last)
    else if (word === '}') above.pop()
    else return [...above, (last = word)].join('.')
    return []
  })
}

function pathsIn(schema: z.core.JSONSchema._JSONSchema, above = ''): string[] {
  if (typeof schema === 'boolean') return []
  const { properties = {}, items, prefixItems = [], anyOf = [], oneOf = [], allOf = [] } = schema
  const same = [items ?? [], prefixItems, anyOf, oneOf, allOf].flat()
  return [
    ...Object.entries(properties).flatMap(([key, each]) => [above + key, ...pathsIn(each, `${above + key}.`)]),
    ...same.flatMap((each) => pathsIn(each, above)),
  ]
}
