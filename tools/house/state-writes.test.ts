import { globSync, readFileSync } from 'node:fs'
import { stateMachines } from '@portal/server/database/testing/state-machines.ts'
import { describe, expect, test } from 'vitest'
import { stateWritesIn } from './state-writes.ts'

const root = new URL('../../server/src/', import.meta.url).pathname
const tables = stateMachines.map(({ table }) => table)

describe('a state', () => {
  test('is written by the file that has its moves, and by no other', () => {
    const writers = globSync('**/*.ts', { cwd: root })
      .filter((path) => !/[.]test[.]ts$|(^|\/)testing\//.test(path))
      .flatMap((path) =>
        stateWritesIn(readFileSync(`${root}${path}`, 'utf8'), tables).map((write) => ({ path, ...write })),
      )
    const others = writers.filter(({ path, table, kind }) => {
      const machine = stateMachines.find((each) => each.table === table)
      return !machine?.writers.includes(path) && !(kind === 'begins' && machine?.begins?.includes(path))
    })
    expect(others).toEqual([])
    const known = (table: string, path: string) => writers.some((each) => each.table === table && each.path === path)
    const idle = stateMachines.flatMap(({ table, writers: own, begins = [] }) =>
      [...own, ...begins].filter((path) => !known(table, path)),
    )
    expect(idle).toEqual([])
  })

  test.each([
    ["db.updateTable('dispute').set({ state: 'WON' }).where('id', '=', 1)", 'moves'],
    ["db.updateTable('dispute').where('id', '=', 1).set(isWon ? { state } : {})", 'moves'],
    ["db.updateTable('dispute').set({ ...change })", 'moves'],
    ["db.insertInto('dispute').values(row)", 'begins'],
    ['sql`update dispute set reason = ${reason}, state = ${state} where id = 1`', 'moves'],
    ['sql`update dispute set ${columns} where id = 1`', 'moves'],
    ["pool.query('insert into dispute (tag) values (1)')", 'begins'],
  ] as const)('is found written in %s', (code, kind) => {
    expect(stateWritesIn(code, ['dispute'])).toEqual([{ table: 'dispute', kind }])
  })

  test('is not found where something else is written', () => {
    const code =
      "db.updateTable('dispute').set({ reason }); sql`update dispute set reason = ${reason} where state = 'WON'`"
    expect(stateWritesIn(code, ['dispute'])).toEqual([])
  })
})
