import { defineConfig } from 'vitest/config'
import { LongestFirst, testGroups } from './tools/run/unit-tests.ts'

const node = testGroups('.', ['{contract,deploy,server,tools}/**/*.test.ts'])
const web = testGroups('web', ['src/**/*.test.{ts,tsx}'])
if (web.alone.include.length > 0) throw new Error('Replace modules for all pages: web/src/testing/setup.ts')

// The times only end what hangs: on a busy machine a start of PostgreSQL may take many seconds.
const inNode = {
  environment: 'node',
  expect: { poll: { timeout: 30_000 } },
  hookTimeout: 60_000,
  testTimeout: 60_000,
} as const

const inBrowser = {
  environment: 'jsdom',
  setupFiles: 'src/testing/setup.ts',
  testTimeout: 60_000,
} as const

export default defineConfig({
  test: {
    // One more than the processors of the smallest machine: some tests wait more than they work.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    // `npm test` may skip them all.
    passWithNoTests: process.env.SKIPPED_TESTS !== undefined,
    projects: [
      {
        test: { ...inNode, ...node.together, name: 'node', globalSetup: ['tools/postgres/vitest-setup.ts'] },
      },
      { test: { ...inNode, ...node.alone, name: 'node, alone' } },
      { root: 'web', test: { ...inBrowser, ...web.together, name: 'web' } },
    ],
  },
})
