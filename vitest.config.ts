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
          // The first clone of the template on a busy machine may take some seconds.
          hookTimeout: 30_000,
          testTimeout: 15_000,
        },
      },
      {
        root: 'web',
        test: {
          name: 'web',
          environment: 'jsdom',
          include: ['src/**/*.test.{ts,tsx}'],
          setupFiles: ['src/test-setup.ts'],
          testTimeout: 15_000,
        },
      },
    ],
  },
})
