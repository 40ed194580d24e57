import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'node',
          environment: 'node',
          include: ['{contract,server,tools}/**/*.test.ts'],
          exclude: ['**/node_modules/**'],
          globalSetup: ['tools/postgres/vitest-setup.ts'],
          // Only to end what hangs: on a busy machine a start of PostgreSQL may take many seconds.
          hookTimeout: 60_000,
          testTimeout: 60_000,
        },
      },
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
