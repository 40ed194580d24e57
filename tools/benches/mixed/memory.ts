import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'

/** The most memory of its own of one process, in megabytes: in the second third of the time and in the last third. */
export interface MemoryTrend {
  second: number
  last: number
}

/**
 * Measures the memory of processes under load. After a third of the time, each has run all of its code and reached its
 * size, unless something grows. Memory rises and falls by tens of megabytes, so only the most in a stretch shows growth.
 * @param seconds how long the work takes
 */
export async function memoryDuring(pids: readonly number[], seconds: number): Promise<MemoryTrend[]> {
  const third = (seconds / 3) * 1000
  await wait(third)
  const second = await mostDuring(pids, third)
  const last = await mostDuring(pids, third - 3_000)
  return pids.map((_, nth) => ({ second: second[nth] ?? 0, last: last[nth] ?? 0 }))
}

/** Read every second. */
async function mostDuring(pids: readonly number[], milliseconds: number): Promise<number[]> {
  const end = performance.now() + milliseconds
  let most = pids.map(() => 0)
  while (performance.now() < end) {
    most = pids.map((pid, nth) => Math.max(most[nth] ?? 0, ownMegabytes(pid)))
    await wait(1000)
  }
  return most
}

/** RssAnon of Linux: pages of program files do not count, because the system drops and rereads them as it likes. */
function ownMegabytes(pid: number): number {
  const found = /^RssAnon:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
  return Number(found?.[1] ?? 0) / 1024
}
