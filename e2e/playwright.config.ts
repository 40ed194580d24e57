import { defineConfig } from '@playwright/test'
import { desk } from './screens.ts'

const launchOptions = {
  // Found by `npm test` (tools/run); Playwright's own when not set.
  executablePath: process.env.CHROMIUM_PATH || undefined,
  args: [
    // Needed where the tests run as root or in a container; the only pages opened are our own.
    '--no-sandbox',
    // The tabs of a window share a process, and with it what one of them has compiled.
    '--renderer-process-limit=1',
  ],
}

export default defineConfig({
  globalSetup: './world/start-base.ts',
  outputDir: '../var/e2e-results',
  fullyParallel: true,
  // One more than the processors of the smallest machine: a journey waits for its page a quarter of the time.
  workers: 3,
  forbidOnly: true,
  // A machine with too much to do delays one process or another; what passes in a new world is told as flaky, to be
  // mended.
  retries: 1,
  timeout: 90_000,
  expect: { timeout: 20_000 },
  reporter: 'list',
  use: {
    browserName: 'chromium',
    launchOptions,
    viewport: desk,
    locale: 'en-US',
    timezoneId: 'Pacific/Guam',
    // Colours are looked at when they have arrived, not on their way (journeys/reduced-motion.spec.ts).
    contextOptions: { reducedMotion: 'reduce' },
  },
  projects: [
    { name: 'journeys', testDir: 'journeys' },
    { name: 'gallery', testMatch: 'gallery.spec.ts' },
  ],
})
