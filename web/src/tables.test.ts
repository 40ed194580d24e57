import { describe, expect, test } from 'vitest'

const sources = import.meta.glob<string>(
  ['./**/*.tsx', '!./**/*.test.tsx', '!./ui/table/table.tsx', '!./admin/lists/list-table.tsx'],
  {
    query: '?raw',
    import: 'default',
    eager: true,
  },
)

const elements = Object.entries(sources).flatMap(([file, source]) =>
  [...source.matchAll(/<(?:table|thead|tbody|tfoot|tr|th|td)(?=[\s>])/g)].map(([element]) => ({ file, element })),
)
/** The source of every table up to its head, or of the columns and rows that it is made of. */
const tables = Object.entries(sources).flatMap(([file, source]) =>
  [...source.matchAll(/<Table\s.*?<TableHead|<(?:List|Column)Table[\s<].*?\/>/gs)].map(([begin]) => ({ file, begin })),
)

describe('every table', () => {
  test('is found here', () => expect(tables.length).toBeGreaterThan(15))

  test('is made of the parts that say what they are, whichever way it is laid out', () => {
    expect(elements).toEqual([])
  })

  test('has a name', () => {
    expect(tables.filter(({ begin }) => !/aria-label|<caption|caption=/.test(begin))).toEqual([])
  })
})
