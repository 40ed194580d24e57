import { setTimeout as wait } from 'node:timers/promises'
import { heapInUse } from './heap.ts'
import type { PortalProcess } from './portal.ts'
import { ownMegabytes } from './processes.ts'

/** What a server process held at one moment, in megabytes, and what it had done until then. */
interface MemoryLook {
  /** In its heap after its garbage was collected. */
  heap: number
  /** In all, right after that. */
  own: number
  /** Calls it had answered since it started. */
  calls: number
}

/** How the memory of one server process went on. */
export interface MemoryTrend {
  early: MemoryLook
  late: MemoryLook
}

/**
 * Measures the memory of every server process under load, after a third of the time and at the end. By the first look
 * each has run all of its code and reached its size, unless something grows.
 * @param seconds how long the work takes
 */
export async function memoryDuring(
  servers: readonly PortalProcess[],
  seconds: number,
  work: Promise<unknown>,
): Promise<MemoryTrend[]> {
  const third = (seconds / 3) * 1000
  const [early, late] = await Promise.all([
    wait(third).then(() => lookAt(servers)),
    wait(third * 3 - secondsBeforeEnd * 1000).then(() => lookAt(servers)),
    work,
  ])
  return early.flatMap((look, nth) => {
    const last = late[nth]
    return last ? [{ early: look, late: last }] : []
  })
}

const secondsBeforeEnd = 3

/** One after the other, because a process answers nobody while it collects. */
async function lookAt(servers: readonly PortalProcess[]): Promise<MemoryLook[]> {
  const looks: MemoryLook[] = []
  for (const server of servers) looks.push(await lookAtOne(server))
  return looks
}

async function lookAtOne({ pid, inspectorPort, address }: PortalProcess): Promise<MemoryLook> {
  const heap = await heapInUse(pid, inspectorPort)
  const told = await (await fetch(`${address}/metrics`)).text()
  const counts = told.matchAll(/^portal_http_request_seconds_count\{.*\} (\d+)$/gm)
  return {
    heap,
    own: ownMegabytes(pid),
    calls: [...counts].reduce((sum, [, count]) => sum + Number(count), 0),
  }
}
