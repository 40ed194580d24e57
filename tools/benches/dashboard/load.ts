import { Agent, request } from 'node:http'
import type { Visitor } from './utility.ts'

/** Asks a server for pages of twenty accounts. */
interface SummaryClient {
  /**
   * Requests one page of one visitor.
   * @throws Error when it is not a page of twenty.
   */
  ask(visitor: Visitor): Promise<void>
  close(): void
}

/** @param portal the address of the product or of the yardstick. */
export function summaryClient(portal: string): SummaryClient {
  const agent = new Agent({ keepAlive: true })
  const options = { agent, method: 'POST' }
  return {
    close: () => agent.destroy(),
    ask: async ({ token, after }) => {
      const headers = { 'content-type': 'application/json', cookie: `portal-customer=${token}` }
      const text = await new Promise<string>((resolve, reject) => {
        const asked = request(`${portal}/api/v1/account-summary`, { ...options, headers }, (reply) => {
          let got = ''
          reply.setEncoding('utf8')
          reply.on('data', (chunk: string) => (got += chunk))
          reply.on('end', () => (reply.statusCode === 200 ? resolve(got) : reject(new Error(got))))
        })
        asked.on('error', reject)
        asked.end(JSON.stringify({ after }))
      })
      if (text.split('7 Water Lane').length !== 21) throw new Error(`Not a page of twenty: ${text.slice(0, 300)}`)
    },
  }
}

/**
 * Pages per second of several clients at once. Each sends its next request as soon as the last one is answered, until
 * enough pages have come.
 */
export async function pagesPerSecond(
  client: SummaryClient,
  visitors: readonly Visitor[],
  { clients, pages }: { clients: number; pages: number },
): Promise<number> {
  const began = performance.now()
  let asked = 0
  const visit = async (): Promise<void> => {
    while (asked < pages) {
      const visitor = visitors[asked++ % visitors.length]
      if (visitor) await client.ask(visitor)
    }
  }
  await Promise.all(Array.from({ length: clients }, visit))
  return pages / ((performance.now() - began) / 1000)
}

/** The milliseconds of each page, one after the other, once for every visitor. */
export async function millisecondsOfPages(client: SummaryClient, visitors: readonly Visitor[]): Promise<number[]> {
  const took: number[] = []
  for (const visitor of visitors) {
    const began = performance.now()
    await client.ask(visitor)
    took.push(performance.now() - began)
  }
  return took
}
