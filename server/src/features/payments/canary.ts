import type { Engine } from './engine.ts'

/**
 * A search that cannot find a transaction we know of proves nothing about one it does not find (research: payments §3.5).
 * What is looked for, if it is an attempt, cannot be its own canary.
 */
export async function canaryIsFound(engine: Engine, lookedFor: number | null): Promise<boolean> {
  const canary = await engine.store.newestKnown(lookedFor)
  if (!canary) return false
  return (await engine.gateway.find(canary.reference, canary.sentAt)).outcome === 'found'
}
