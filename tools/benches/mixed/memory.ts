import { setTimeout as wait } from 'node:timers/promises'
import { heapInUse } from './heap.ts'
import type { PortalProcess } from './portal.ts'
import { ownMegabytes } from './processes.ts'

/** What a server process had in its heap at one moment, and how much it had done until then. */
interface HeapLook {
  /** In megabytes, after its garbage was collected. */
  heap: number
  /** Calls it had answered since it started. */
  calls: number
}

/** How the memory of one server process changed. */
export interface MemoryTrend {
  early: HeapLook
  late: HeapLook
  /**
   * The highest memory of its own at any second, in megabytes: in the second third of the time and in the last third.
   */
  most: { second: number; last: number }
}

/**
 * Measures the memory of every server process under load: its heap after a third of the time and at the end, and its
 * own memory (`ownMegabytes`) between the two. After a third of the time, each process has run all of its code and
 * reached its size, unless something grows. Its own memory rises and falls by tens of megabytes, so only the highest
 * value in a stretch of time shows growth.
 * @param seconds how long the work takes
 */
export async function memoryDuring(
  servers: readonly PortalProcess[],
  seconds: number,
  work: Promise<unknown>,
): Promise<MemoryTrend[]> {
  const third = (seconds / 3) * 1000
  const untilLastLook = third * 3 - secondsBeforeEnd * 1000
  const [early, late, second, last] = await Promise.all([
    wait(third).then(() => lookAt(servers)),
    wait(untilLastLook).then(() => lookAt(servers)),
    wait(third).then(() => mostDuring(servers, third)),
    wait(third * 2).then(() => mostDuring(servers, untilLastLook - third * 2)),
    work,
  ])
  return servers.flatMap((_, nth) => trendOf(early[nth], late[nth], second[nth], last[nth]))
}

const secondsBeforeEnd = 3

function trendOf(early?: HeapLook, late?: HeapLook, second?: number, last?: number): MemoryTrend[] {
  if (!early || !late || second === undefined || last === undefined) return []
  return [{ early, late, most: { second, last } }]
}

/** The highest memory of its own of each process in this time, read every second. */
async function mostDuring(servers: readonly PortalProcess[], milliseconds: number): Promise<number[]> {
  const end = performance.now() + milliseconds
  let most = servers.map(() => 0)
  while (performance.now() < end) {
    most = servers.map(({ pid }, nth) => Math.max(most[nth] ?? 0, ownMegabytes(pid)))
    await wait(1000)
  }
  return most
}

/** One after the other, because a process answers no calls while it collects garbage. */
async function lookAt(servers: readonly PortalProcess[]): Promise<HeapLook[]> {
  const looks: HeapLook[] = []
  for (const server of servers) looks.push(await lookAtOne(server))
  return looks
}

async function lookAtOne({ pid, inspectorPort, address }: PortalProcess): Promise<HeapLook> {
  const heap = await heapInUse(pid, inspectorPort)
  const told = await (await fetch(`${address}/metrics`)).text()
  const counts = told.matchAll(/^portal_http_request_seconds_count\{.*\} (\d+)$/gm)
  return {
    heap,
    calls: [...counts].reduce((sum, [, count]) => sum + Number(count), 0),
  }
}
