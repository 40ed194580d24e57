import { defineConfig } from '@playwright/test'
import { desktop } from './browser/screens.ts'

const launchOptions = {
  // Set by `npm test` (tools/run); without it, Playwright uses its own browser.
  executablePath: process.env.CHROMIUM_PATH || undefined,
  args: [
    // Needed where the tests run as root or in a container; the only pages opened are our own.
    '--no-sandbox',
    // The tabs of a window share a process, so that each script is compiled only once.
    '--renderer-process-limit=1',
    '--process-per-site',
    // Without a graphics card, imitating one is more work than drawing.
    '--disable-gpu',
  ],
}

export default defineConfig({
  globalSetup: './world/start-base.ts',
  outputDir: '../var/e2e-results',
  fullyParallel: true,
  // One more than the processors of the smallest machine: journeys wait for more than half of their time.
  workers: 3,
  forbidOnly: true,
  // On an overloaded machine, a process may be too late. A test that needs its second try is flaky and must be fixed.
  retries: 1,
  timeout: 90_000,
  expect: { timeout: 20_000 },
  reporter: 'list',
  use: {
    browserName: 'chromium',
    launchOptions,
    viewport: desktop,
    locale: 'en-US',
    timezoneId: 'Pacific/Guam',
    // Otherwise colors might be checked in the middle of a transition (journeys/reduced-motion.spec.ts).
    contextOptions: { reducedMotion: 'reduce' },
  },
  projects: [
    {
      name: 'journeys',
      testDir: 'journeys',
      // Those that `npm test` skips, as nothing that they reach has changed.
      testIgnore: process.env.SKIPPED_TESTS?.split('\n').map((file) => `**/${file}`),
    },
    { name: 'gallery', testMatch: 'gallery.spec.ts' },
  ],
})
