import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { allCalls } from '@portal/contract/testing/all-calls'
import { describe, expect, test } from 'vitest'
import { specifiedCalls } from '../specification-client/calls.ts'
import { administratorLines } from './administrator-lines.ts'
import { customerLines } from './customer-lines.ts'
import { readCoverage } from './read-coverage.ts'

const checkout = fileURLToPath(new URL('../..', import.meta.url))
const rows = await readCoverage(checkout)
const subjects = new Set(rows.map(({ subject }) => subject))
const calls = new Set(rows.flatMap((row) => row.calls))

const lines = Object.entries({ ...administratorLines, ...customerLines }).flatMap(([section, said]) =>
  said.map((line) => `${section} ${line}`),
)

describe('docs/spec-coverage.md', () => {
  test('names no file that does not exist', () => {
    const named = new Set(rows.flatMap(({ code, tests }) => [...code, ...tests]))
    expect([...named].filter((path) => !existsSync(join(checkout, path)))).toEqual([])
    expect(named.size).toBeGreaterThan(200)
  })

  test('has in every row where it is and which test shows it', () => {
    const isTest = (path: string) => /\.(test\.tsx?|spec\.ts|bench\.ts)$|-states\.ts$/.test(path)
    const isFile = (path: string) => statSync(join(checkout, path), { throwIfNoEntry: false })?.isFile() ?? false
    const without = rows.filter(
      ({ code, tests }) => code.length === 0 || !tests.some((path) => isTest(path) && isFile(path)),
    )
    expect(without.map(({ subject }) => subject)).toEqual([])
  })

  test('has a row for every line of both documents', () => {
    expect(lines.filter((line) => !subjects.has(line))).toEqual([])
  })

  test('has a row for every call of the contract, and for every call that the specification names', () => {
    const ofContract = Object.values(allCalls).map(({ method, path }) => `${method} ${path}`)
    const specified = specifiedCalls.map((call) => call.replace('{id}', ':id'))
    expect([...ofContract, ...specified].filter((call) => !calls.has(call))).toEqual([])
  })

  test('names no call that does not exist', () => {
    const known = new Set(Object.values(allCalls).map(({ method, path }) => `${method} ${path}`))
    expect([...calls].filter((call) => !known.has(call))).toEqual([])
  })
})
