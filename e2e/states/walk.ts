import { type Page, expect } from '@playwright/test'
import type { World } from '../world/world.ts'

/** Screens and states that are reached one after the other in one page. */
export interface Walk {
  name: string
  /** Such a walk needs its own window. */
  movesClock?: boolean
  /** In a portal whose cards Stripe takes and keeps. */
  hasStripe?: boolean
  go(walker: Walker): Promise<void>
}

/** Looks at every state on the way. */
export interface Walker {
  page: Page
  world: World
  /** Looking does not change the page. `bringBack` runs in any case after it, for a state of the whole world. */
  see<Found>(state: string, reach: () => Promise<Found>, bringBack?: () => Promise<void>): Promise<Found>
}

/** Closes whatever covers the page, as Escape does. */
export async function closeDialog(page: Page): Promise<void> {
  await page.keyboard.press('Escape')
  await expect(page.locator('dialog[open]')).toHaveCount(0)
}
