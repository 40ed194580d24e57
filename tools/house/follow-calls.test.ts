import { expect, test } from 'vitest'
import { nameOf, readCode, seenFrom, shortestWalk, walksFrom } from './follow-calls.ts'

const files = {
  'server/src/routes.ts': `
    import { pay as payCall } from '@portal/contract/pay'
    import { route } from './http.ts'
    import { pay, type Store } from './pay.ts'
    import { connect } from './connect.ts'
    export function routes(app: App, store: Store) {
      connect()
      route(app, payCall, async ({ body }) => pay(store, body))
    }`,
  'server/src/http.ts': 'export function route() {}',
  'server/src/pay.ts': `
    import { begin } from './begin.ts'
    export interface Store { begin(body: Body): Promise<void>; end: () => void }
    export async function pay(store: Store, body: Body) {
      const retry = (begin: string) => begin
      await store.begin(body)
    }
    export function recover() { return begin() }`,
  'server/src/connect.ts': `
    import type { Store } from './pay.ts'
    import { begin, remove } from './begin.ts'
    export function connect(): Store {
      return { begin: (body) => begin(body), end: remove }
    }`,
  'server/src/begin.ts': `
    export function begin() { return insert() }
    function insert() { return sql<Row>\`with one as (select 1) insert into attempt values (\${1})\` }
    export function remove(db) { return db.deleteFrom('attempt') }`,
  'contract/src/pay.ts': 'export const pay = call({})',
}
const sources = new Map(Object.entries(files))
const code = readCode(sources, [...sources.keys()])
const walkTo = (start: string, end: string) => walksFrom(code, start).find((walk) => nameOf(walk.end) === end)?.files

test('given a method of an interface, then the walk enters the interface and the object that implements it', () => {
  const begun = ['server/src/routes.ts', 'server/src/pay.ts', 'server/src/connect.ts', 'server/src/begin.ts']
  expect(walkTo('server/src/routes.ts#route pay', 'insert')).toEqual(begun)
})

test('given a function to pass, then the walk is the shortest of those that pass it', () => {
  expect(shortestWalk(code, /^recover$/, [/insert into/])?.files).toHaveLength(2)
  expect(shortestWalk(code, /^route pay$/, [/^pay$/, /insert into/])?.files).toHaveLength(4)
  expect(shortestWalk(code, /^route pay$/, [/^recover$/, /insert into/])).toBeUndefined()
})

test('given a name of a function that a parameter hides, then the walk does not enter that function', () => {
  expect(code.uses.get('server/src/pay.ts#pay')).not.toContain('server/src/begin.ts#begin')
  expect(walkTo('server/src/pay.ts#recover', 'insert')).toEqual(['server/src/pay.ts', 'server/src/begin.ts'])
})

test('given what makes the object, then the walk does not enter its methods', () => {
  expect(walkTo('server/src/connect.ts#connect', 'insert')).toBeUndefined()
  expect(walkTo('server/src/connect.ts#connect:end', 'remove')).toBeDefined()
})

test('given SQL as text or as calls, then the function in which it stands has it', () => {
  expect(code.statements.get('server/src/begin.ts#insert')).toEqual([
    'with one as (select 1) insert into attempt values (?)',
  ])
  expect(code.statements.get('server/src/begin.ts#remove')).toEqual(['delete from attempt'])
})

test('given types, they are imported like anything else, and only a file in a cycle sees itself', () => {
  expect([...seenFrom(code, 'server/src/connect.ts')]).toEqual(['server/src/pay.ts', 'server/src/begin.ts'])
})
