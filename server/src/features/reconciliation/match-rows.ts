/** The rows of both sides with the same key. At least one side has some. */
interface Match<Left, Right> {
  key: string
  left: Left[]
  right: Right[]
}

/** Rows in ascending order of their keys, compared character by character. */
interface Sorted<Row> {
  rows: AsyncIterable<Row>
  keyOf: (row: Row) => string
}

/**
 * Merges two sorted streams by key, in order, keeping only the rows of one key at a time in memory.
 * @throws RangeError when a stream is not sorted, because every match after that would be wrong.
 */
export async function* matchRows<Left, Right>(
  lefts: Sorted<Left>,
  rights: Sorted<Right>,
): AsyncGenerator<Match<Left, Right>> {
  const leftGroups = groups(lefts)
  const rightGroups = groups(rights)
  let left = await nextOf(leftGroups)
  let right = await nextOf(rightGroups)
  while (left ?? right) {
    const key = lower(left?.key, right?.key)
    yield {
      key,
      left: left?.key === key ? left.rows : [],
      right: right?.key === key ? right.rows : [],
    }
    if (left?.key === key) left = await nextOf(leftGroups)
    if (right?.key === key) right = await nextOf(rightGroups)
  }
}

interface Group<Row> {
  key: string
  rows: Row[]
}

async function* groups<Row>({ rows, keyOf }: Sorted<Row>): AsyncGenerator<Group<Row>> {
  let key: string | null = null
  let group: Row[] = []
  for await (const row of rows) {
    const next = keyOf(row)
    if (key !== null && next < key) throw new RangeError(`Not sorted: ${next} comes after ${key}`)
    if (key !== null && next !== key) {
      yield { key, rows: group }
      group = []
    }
    key = next
    group.push(row)
  }
  if (key !== null) yield { key, rows: group }
}

async function nextOf<Row>(rows: AsyncGenerator<Row>): Promise<Row | null> {
  const next = await rows.next()
  return next.done === true ? null : next.value
}

function lower(one: string | undefined, other: string | undefined): string {
  if (one === undefined) return other ?? ''
  return other === undefined || one < other ? one : other
}
