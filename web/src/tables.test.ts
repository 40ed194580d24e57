import { describe, expect, test } from 'vitest'

const sources = import.meta.glob<string>(['./**/*.tsx', '!./**/*.test.tsx'], {
  query: '?raw',
  import: 'default',
  eager: true,
})
/** An element of a table in a source, up to the end of its line or, when it is broken up, of its attributes. */
const parts = /<(?:table|thead|tbody|tfoot|tr|th|td)(?=[\s>])(?:[^>]|=>)*/g

const elements = Object.entries(sources).flatMap(([file, source]) =>
  [...source.matchAll(parts)].map(([element]) => ({ file, element })),
)
const tables = elements.filter(({ element }) => element.startsWith('<table'))

describe('every table', () => {
  test('is found here', () => expect(tables.length).toBeGreaterThan(15))

  test('says of each of its parts what it is, whichever way it is laid out', () => {
    expect(elements.filter(({ element }) => !element.includes('{...tableRoles.'))).toEqual([])
  })

  test('has a name', () => {
    const named = /aria-label|<caption/
    const nameless = tables.filter(({ file, element }) => {
      const source = sources[file] ?? ''
      const begin = source.indexOf(element)
      return !named.test(source.slice(begin, begin + element.length + 60))
    })
    expect(nameless).toEqual([])
  })
})
