import type { Page } from '@playwright/test'
import { test as inOnePortal } from '../browser/fixtures.ts'
import { desktop } from '../browser/screens.ts'
import { test as withStripe } from '../browser/stripe.ts'
import { walks } from './all-walks.ts'
import type { Walker } from './walk.ts'

const expectedTrouble = /status of (401|404|409|429|500|503)|ERR_INTERNET_DISCONNECTED/

/** The test calls `look` at each state, as a step of its own. */
export function takeWalks(purpose: string, look: (page: Page, state: string) => Promise<void>): void {
  for (const walk of walks) {
    const test = walk.hasStripe ? withStripe : inOnePortal
    test.describe(() => {
      test.use({ hasOwnWindow: walk.movesClock ?? false, expectedTrouble })
      test(`${walk.name}: ${purpose}`, async ({ page, world }) => {
        // A walk takes as long as several tests.
        test.slow()
        const see: Walker['see'] = (state, reach, bringBack) =>
          test.step(state, async () => {
            try {
              const found = await reached(state, reach)
              await look(page, state)
              return found
            } finally {
              await bringBack?.()
              await page.emulateMedia({ colorScheme: null })
              await page.setViewportSize(desktop)
            }
          })
        await walk.go({ page, world, see })
      })
    })
  }
}

async function reached<Found>(state: string, reach: () => Promise<Found>): Promise<Found> {
  try {
    return await reach()
  } catch (error) {
    throw new Error(`The walk did not come to ${state}`, { cause: error })
  }
}
