import { type Page, expect } from '@playwright/test'
import type { World } from '../world/world.ts'

/** A sequence of screens and states that are reached one after the other in one page. */
export interface Walk {
  name: string
  /** It moves the clock of the page, so it needs a window of its own. */
  movesClock?: boolean
  go(walker: Walker): Promise<void>
}

/** Who goes on a walk, and looks at every state on the way. */
export interface Walker {
  page: Page
  world: World
  /**
   * Reaches a state and looks at it. Looking does not change the page.
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
