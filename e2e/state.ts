import type { Page } from '@playwright/test'
import type { World } from './world/world.ts'

/** A screen in one of its states, and how a person gets there. */
export interface State {
  name: string
  /** May answer how to bring the world back, when the state is one of the whole world. */
  reach(page: Page, world: World): Promise<void | (() => Promise<void>)>
}
