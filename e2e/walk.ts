import { type Page, expect } from '@playwright/test'
import type { World } from './world/world.ts'

/** Screens and their states that follow on each other in one open page, from the first one's address to the last. */
export interface Walk {
  name: string
  /** Whether it moves the clock of the page, and so needs a window of its own. */
  movesClock?: boolean
  go(walker: Walker): Promise<void>
}

/** Who goes on a walk, and looks at every state on the way. */
export interface Walker {
  page: Page
  world: World
  /**
   * Goes on to a state, and looks at it. Afterwards the page is as it was before the look.
   * @param state its name, which no other state has
   * @param bringBack what to do after the look, whatever happened, when the state is one of the whole world
   * @returns what going there gave
   */
  see<Found>(state: string, reach: () => Promise<Found>, bringBack?: () => Promise<void>): Promise<Found>
}

/** Closes what lies over the page, as Escape does. */
export async function closeDialog(page: Page): Promise<void> {
  await page.keyboard.press('Escape')
  await expect(page.locator('dialog[open]')).toHaveCount(0)
}
