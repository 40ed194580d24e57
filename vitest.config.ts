import { defineConfig } from 'vitest/config'

/** Replaces a module by another, which would reach the tests that share the process. */
const alone = ['server/src/foundation/credentials/hashing.test.ts']

const inNode = {
  environment: 'node',
  // Only to end what hangs: on a busy machine a start of PostgreSQL may take many seconds.
  hookTimeout: 60_000,
  testTimeout: 60_000,
} as const

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        test: {
          ...inNode,
          name: 'node',
          globalSetup: ['tools/postgres/vitest-setup.ts'],
          include: ['{contract,server,tools}/**/*.test.ts'],
          exclude: ['**/node_modules/**', ...alone],
          // The product's modules are loaded once in a process, not once for each file: half of the work.
          isolate: false,
        },
      },
      { test: { ...inNode, name: 'node, alone', include: alone } },
      {
        root: 'web',
        test: {
          name: 'web',
          environment: 'jsdom',
          include: ['src/**/*.test.{ts,tsx}'],
          setupFiles: ['src/test-setup.ts'],
          testTimeout: 60_000,
        },
      },
    ],
  },
})
