import { type Page, expect } from '@playwright/test'
import type { World } from '../world/world.ts'

/** A sequence of screens and states that are reached one after the other in one page. */
export interface Walk {
  name: string
  /** Whether it moves the clock of the page and therefore needs its own window. */
  movesClock?: boolean
  go(walker: Walker): Promise<void>
}

/** Goes on a walk and looks at every state on the way. */
export interface Walker {
  page: Page
  world: World
  /**
   * Reaches a state and looks at it. Looking does not change the page.
   * @param state its name, which no other state has
   * @param bringBack what to do after the look in any case, when the state belongs to the whole world
   * @returns the result of `reach`
   */
  see<Found>(state: string, reach: () => Promise<Found>, bringBack?: () => Promise<void>): Promise<Found>
}

/** Closes whatever covers the page, as Escape does. */
export async function closeDialog(page: Page): Promise<void> {
  await page.keyboard.press('Escape')
  await expect(page.locator('dialog[open]')).toHaveCount(0)
}
