import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { Worker, parentPort, workerData } from 'node:worker_threads'
import { readAccountSummary } from '@portal/contract/account-summary'
import { listBills, readConsumption, readLatestBill } from '@portal/contract/bills'
import { readPaymentHistory } from '@portal/contract/payment-history'
import { readSession } from '@portal/contract/sign-in'
import { z } from 'zod'
import { type Answer, type HttpClient, httpClient } from '../http-client.ts'

/** Calls per second: a third of the peak of a portal with a million accounts, because this is one server of three. */
const callsPerSecond = 160 / 3

/** A signed-in customer, and the account that they look at. */
interface LookingAround {
  cookie: string
  accountId: string
}

/**
 * Calls of signed-in customers who look around. They come at their rate, however long earlier calls take. They come
 * from another thread, so that the thread of the sign-ins does not delay them.
 */
interface CallsOfOthers {
  /**
   * Makes calls until `over` resolves.
   * @returns how long each call took, in milliseconds
   */
  until(over: Promise<unknown>): Promise<number[]>
  stop(): Promise<unknown>
}

const Times = z.array(z.number())
const Given = z.object({
  portal: z.string(),
  customers: z.array(z.object({ cookie: z.string(), accountId: z.string() })),
})

/** @param portal the server's address */
export function callsOfOthers(portal: string, customers: readonly LookingAround[]): CallsOfOthers {
  const worker = new Worker(new URL(import.meta.url), { workerData: { portal, customers } })
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
if (given.success) callWhenAsked(httpClient(given.data.portal), given.data.customers)

function callWhenAsked(portal: HttpClient, customers: readonly LookingAround[]): void {
  const round = { isOver: true }
  parentPort?.on('message', (message) => {
    round.isOver = message === 'end'
    if (!round.isOver) void callInTime().then((times) => parentPort?.postMessage(times))
  })
  async function callInTime(): Promise<number[]> {
    const calls: Promise<number>[] = []
    // People do not wait for one another before they call.
    const began = performance.now() + (Math.random() * 1000) / callsPerSecond
    while (!round.isOver) {
      const due = began + (calls.length * 1000) / callsPerSecond
      await wait(Math.max(0, due - performance.now()))
      const customer = customers[calls.length % customers.length]
      const look = looks[Math.floor(calls.length / customers.length) % looks.length]
      if (customer && look) calls.push(look(portal, customer).then((answer) => sinceDue(answer, due)))
    }
    return await Promise.all(calls)
  }
}

type Look = (portal: HttpClient, customer: LookingAround) => Promise<Answer>

const looks: readonly Look[] = [
  (portal, { cookie }) => portal.get(readSession.path, cookie),
  (portal, { cookie }) => portal.post(readAccountSummary.path, '{}', cookie),
  ...[readLatestBill, listBills, readConsumption, readPaymentHistory].map(
    ({ path }): Look =>
      (portal, { cookie, accountId }) =>
        portal.post(path, JSON.stringify({ accountId }), cookie),
  ),
]

function sinceDue({ status, text }: Answer, due: number): number {
  if (status !== 200) throw new Error(`A call failed with ${status}: ${text}`)
  return performance.now() - due
}
