import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readPlaywright, readVitest } from './test-results.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'test-results-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function written(report: object): Promise<string> {
  const file = join(folder, 'report.json')
  await writeFile(file, JSON.stringify(report))
  return file
}

test('a failed test is told by its file, its name and the first line of why, without colors', async () => {
  const report = {
    numPassedTests: 2,
    testResults: [
      {
        name: '/checkout/contract/src/money.test.ts',
        status: 'failed',
        message: '',
        assertionResults: [
          { fullName: 'cents are whole', status: 'passed', failureMessages: [] },
          {
            fullName: 'amounts have two decimals',
            status: 'failed',
            failureMessages: ["\u001B[31mAssertionError: expected '1' to be '1.00'\u001B[39m\n    at money.test.ts:3"],
          },
        ],
      },
      {
        name: '/checkout/contract/src/dates.test.ts',
        status: 'passed',
        message: '',
        assertionResults: [{ fullName: 'days are counted', status: 'passed', failureMessages: null }],
      },
    ],
  }
  expect(await readVitest(await written(report), '/checkout')).toEqual({
    passed: 2,
    failures: ["contract/src/money.test.ts › amounts have two decimals: AssertionError: expected '1' to be '1.00'"],
    passedFiles: ['contract/src/dates.test.ts'],
  })
})

test('a file of tests that cannot be loaded is a failure', async () => {
  const unloaded = {
    name: '/checkout/web/src/app.test.tsx',
    status: 'failed',
    message: 'Cannot find module',
    assertionResults: [],
  }
  expect(await readVitest(await written({ numPassedTests: 0, testResults: [unloaded] }), '/checkout')).toEqual({
    passed: 0,
    failures: ['web/src/app.test.tsx: Cannot find module'],
    passedFiles: [],
  })
})

test('failed journeys are found in suites within suites, and faults outside all journeys count', async () => {
  const file = 'journeys/pay-now.spec.ts'
  const journey = (title: string, ok: boolean, errors: object[] = []) => ({
    title,
    ok,
    file,
    tests: [{ results: [{ errors }] }],
  })
  const report = {
    stats: { expected: 1, unexpected: 2, flaky: 1 },
    errors: [{ message: 'The portal has not started' }],
    suites: [
      {
        file,
        specs: [journey('a visitor pays', true)],
        suites: [
          { file, specs: [journey('twice', false, [{ message: 'Timeout\nCall log' }])] },
          { file, specs: [journey('not at all', false)] },
        ],
      },
      { file: 'journeys/console.spec.ts', specs: [journey('a clerk reads', true)] },
    ],
  }
  expect(await readPlaywright(await written(report))).toEqual({
    passed: 2,
    failures: [
      'journeys/pay-now.spec.ts › twice: Timeout',
      'journeys/pay-now.spec.ts › not at all',
      'not part of a journey: The portal has not started',
    ],
    passedFiles: ['e2e/journeys/console.spec.ts'],
  })
})
