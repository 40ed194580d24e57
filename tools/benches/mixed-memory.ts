import { setTimeout as wait } from 'node:timers/promises'
import { residentMegabytes } from './mixed-processes.ts'
import type { PortalProcess } from './mixed-portal.ts'

const secondsBetween = 10

/** What a server process held at one moment, in megabytes: in all, and in its heap with what is yet to be collected. */
interface Sample {
  resident: number
  heap: number
}

/** How the memory of one server process went on. */
export interface MemoryTrend {
  /** Means of the fourth tenth and of the last tenth of the time. */
  early: number
  late: number
  /** The least its heap held in those tenths: little more than what is in use. */
  earlyHeap: number
  lateHeap: number
}

/** Looks at the memory of every server process every ten seconds, until the work is done. */
export async function memoryDuring(servers: readonly PortalProcess[], work: Promise<unknown>): Promise<MemoryTrend[]> {
  const samples: Sample[][] = servers.map(() => [])
  const end = { isOver: false }
  const over = work.finally(() => (end.isOver = true))
  while (!end.isOver) {
    await Promise.race([over, wait(secondsBetween * 1000)])
    for (const [nth, server] of servers.entries()) samples[nth]?.push(await sampleOf(server))
  }
  await over
  return samples.map(trendOf)
}

async function sampleOf({ pid, address }: PortalProcess): Promise<Sample> {
  const told = await (await fetch(`${address}/metrics`)).text()
  const heap = Number(/^portal_nodejs_heap_size_used_bytes (\S+)$/m.exec(told)?.[1] ?? 0)
  return { resident: residentMegabytes(pid), heap: heap / 2 ** 20 }
}

function trendOf(samples: readonly Sample[]): MemoryTrend {
  const tenth = Math.ceil(samples.length / 10)
  const early = samples.slice(3 * tenth, 4 * tenth)
  const late = samples.slice(-tenth)
  return {
    early: mean(early.map(({ resident }) => resident)),
    late: mean(late.map(({ resident }) => resident)),
    earlyHeap: Math.min(...early.map(({ heap }) => heap)),
    lateHeap: Math.min(...late.map(({ heap }) => heap)),
  }
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)
}
