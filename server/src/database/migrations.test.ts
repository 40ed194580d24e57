import { readFileSync, readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

const folder = new URL('../../migrations/', import.meta.url)
const baseline = '0066-baseline.sql'
/** The one that is run while no process is (CHANGELOG). */
const stopped = '0087-messages-in-the-fields-words.sql'

/**
 * What a statement takes away from a running process of the previous version, in the words of SQL; empty when it only
 * adds.
 */
function takenAway(sql: string): string[] {
  const statements = sql.replaceAll(/--.*$/gm, '').replaceAll(/\s+/g, ' ')
  return statements.match(/\b(drop (table|column)|set not null|rename)\b/gi) ?? []
}

describe('the previous version runs on the newer schema, so migrations only add', () => {
  test.each([
    ['alter table checkout add column note text', []],
    ['create table note (id bigint not null)', []],
    ['-- To rename or drop table would be wrong.\nselect 1', []],
    ['drop table if exists note', ['drop table']],
    ['alter table checkout\n  DROP COLUMN note', ['DROP COLUMN']],
    ['alter table checkout alter column note set not null', ['set not null']],
    ['alter table checkout rename column note to remark', ['rename']],
  ])('%s takes away %j', (sql, expected) => {
    expect(takenAway(sql)).toEqual(expected)
  })

  test('no migration since the baseline takes anything away, but the one that needs all processes stopped', () => {
    const files = readdirSync(folder).filter((name) => name > baseline)
    const wrong = files.filter((name) => takenAway(readFileSync(new URL(name, folder), 'utf8')).length > 0)
    expect(readdirSync(folder)).toContain(baseline)
    expect(wrong).toEqual([stopped])
  })
})
