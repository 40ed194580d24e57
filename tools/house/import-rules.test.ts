import { createRequire } from 'node:module'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { readFolder } from './read-revision.ts'

const Place = z.object({ path: z.string().optional() })
const Rules = z.object({ forbidden: z.array(z.object({ name: z.string(), from: Place, to: Place })) })
const { forbidden } = Rules.parse(createRequire(import.meta.url)('../../.dependency-cruiser.cjs'))

const files = [...readFolder().keys()]
const places = forbidden.flatMap(({ from, to }) => [from, to].flatMap(({ path }) => (path ? [new RegExp(path)] : [])))

/** Named by a rule that does not hold for whatever else stands there. */
function hasRule(house: string, room: string): boolean {
  return places.some((place) => place.test(`${house}${room}/file.ts`) && !place.test(`${house}new-room/file.ts`))
}

describe('import rules', () => {
  test.each(['server/src/', 'server/src/payments/', 'server/src/messages/', 'web/src/'])(
    'name each folder of %s',
    (house) => {
      const inside = files.flatMap((file) => (file.startsWith(house) ? [file.slice(house.length)] : []))
      const rooms = new Set(inside.flatMap((path) => (path.includes('/') ? [path.slice(0, path.indexOf('/'))] : [])))
      expect(rooms.size).toBeGreaterThan(5)
      expect([...rooms].filter((room) => !hasRule(house, room))).toEqual([])
      expect(hasRule(house, 'invented')).toBe(false)
    },
  )

  test('are about what is there', () => {
    const gone = forbidden.filter(({ from }) => {
      const place = new RegExp(from.path ?? '')
      return !files.some((file) => place.test(file))
    })
    expect(gone.map(({ name }) => name)).toEqual([])
  })
})
