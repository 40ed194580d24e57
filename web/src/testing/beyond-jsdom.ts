import { vi } from 'vitest'

/** What jsdom cannot do: leave a page, load it again, and compute in workers. In place of the product's (setup.ts). */

export const leaveFor = vi.fn<(address: string) => void>()
export const reloadPage = vi.fn<() => void>()
export const solveChallenge = vi.fn<() => Promise<string>>(async () => 'solved')
