import type { Locator } from '@playwright/test'

/** In pixels of the page. */
export interface Box {
  x: number
  y: number
  width: number
  height: number
}

/** @throws Error when it is not shown */
export async function boxOf(locator: Locator): Promise<Box> {
  const box = await locator.boundingBox()
  if (!box) throw new Error('It is not on the page')
  return box
}

export function overlap(one: Box, other: Box): boolean {
  return (
    one.x < other.x + other.width &&
    other.x < one.x + one.width &&
    one.y < other.y + other.height &&
    other.y < one.y + one.height
  )
}
