import { readStored, writeStored } from './stored.ts'

/**
 * The keys of unfinished work of the console that survives a reload of the tab: the phoned-in cart, an unsaved
 * announcement, and the view that was open when the session ended.
 */
export const consoleWork = ['phonedIn', 'announcement', 'place'] as const
type Work = (typeof consoleWork)[number]

export function storedWork(work: Work): string | null {
  return readStored('tab', work)
}

/** Stores unfinished work, or removes it when null. */
export function storeWork(work: Work, text: string | null): void {
  writeStored('tab', work, text)
}
