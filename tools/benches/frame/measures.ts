import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'

/** The smallest figure that this share of the figures does not exceed; 0.5 gives the median. */
export function quantile(figures: readonly number[], share: number): number {
  const sorted = figures.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

/** In milliseconds. */
export async function took(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

/**
 * Measures both several times, in turns, so that anything else the machine does affects both.
 * @returns the medians
 */
export async function inTurns(
  rounds: number,
  one: () => Promise<number>,
  other: () => Promise<number>,
): Promise<[number, number]> {
  const [ours, yardstick]: [number[], number[]] = [[], []]
  for (let round = 1; round <= rounds; round++) {
    ours.push(await one())
    yardstick.push(await other())
  }
  return [quantile(ours, 0.5), quantile(yardstick, 0.5)]
}

/** RssAnon of Linux: pages of program files do not count, because the system drops and rereads them as it likes. */
export function ownMegabytes(pid: number): number {
  const found = /^RssAnon:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
  return Number(found?.[1] ?? 0) / 1024
}

export function endOf(underWay: Promise<unknown>): { isOver: boolean } {
  const end = { isOver: false }
  const over = (): boolean => (end.isOver = true)
  underWay.then(over, over)
  return end
}

/** The most memory that a process took while this was under way, in megabytes. */
export async function mostMegabytes(pid: number, underWay: Promise<unknown>): Promise<number> {
  const end = endOf(underWay)
  let most = 0
  while (!end.isOver) {
    most = Math.max(most, ownMegabytes(pid))
    await wait(100)
  }
  return most
}
