import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { Worker, parentPort, workerData } from 'node:worker_threads'
import { readSession } from '@portal/contract/sign-in'
import { z } from 'zod'
import { type HttpClient, httpClient } from './http-client.ts'

/**
 * Calls of signed-in customers, one of each every few milliseconds, from a thread of their own: what the thread of the
 * sign-ins is busy with delays none of them.
 */
export interface CallsOfOthers {
  /** Calls until something is over. @returns how long each call took, in milliseconds */
  until(over: Promise<unknown>): Promise<number[]>
  stop(): Promise<unknown>
}

const Times = z.array(z.number())
const Given = z.object({ portal: z.string(), cookies: z.array(z.string()) })

/** @param portal the server's address */
export function callsOfOthers(portal: string, cookies: readonly string[]): CallsOfOthers {
  const worker = new Worker(new URL(import.meta.url), { workerData: { portal, cookies } })
  return {
    async until(over) {
      const told: Promise<unknown[]> = once(worker, 'message')
      worker.postMessage('begin')
      await over
      worker.postMessage('end')
      const [times] = await told
      return Times.parse(times)
    },
    stop: () => worker.terminate(),
  }
}

const given = Given.safeParse(workerData)
if (given.success) callWhenAsked(httpClient(given.data.portal), given.data.cookies)

function callWhenAsked(portal: HttpClient, cookies: readonly string[]): void {
  const round = { isOver: true }
  parentPort?.on('message', (message) => {
    round.isOver = message === 'end'
    if (!round.isOver) void begin()
  })
  async function begin(): Promise<void> {
    const times = await Promise.all(cookies.map((cookie) => callAgain(cookie)))
    parentPort?.postMessage(times.flat())
  }
  async function callAgain(cookie: string): Promise<number[]> {
    const times: number[] = []
    while (!round.isOver) {
      const began = performance.now()
      const { status } = await portal.get(readSession.path, cookie)
      if (status !== 200) throw new Error(`A call failed with ${status}`)
      times.push(performance.now() - began)
      await wait(5)
    }
    return times
  }
}
