import { Agent, request } from 'node:http'
import { searchTransactions } from '@portal/contract/reports'
import type pg from 'pg'
import { z } from 'zod'
import { type Question, byHand } from './questions.ts'

/** Makes the queries of a signed-in finance administrator. */
export interface FinanceClient {
  /**
   * Makes one query.
   * @throws Error when it is not answered.
   * @returns how many payments it found
   */
  ask(question: Question, nth: number): Promise<number>
  get(path: string, onChunk: (chunk: Buffer) => void): Promise<void>
  close(): void
}

const Answered = z.object({ result: z.object({ total: z.number(), list: z.array(z.unknown()) }) })

/** @param token of the administrator's session. */
export function financeClient(portal: string, token: string): FinanceClient {
  const agent = new Agent({ keepAlive: true })
  const cookie = `portal-admin=${token}`
  const call = async (path: string, body: string | null, onChunk: (chunk: Buffer) => void): Promise<void> =>
    await new Promise((resolve, reject) => {
      const headers = { cookie, ...(body !== null && { 'content-type': 'application/json' }) }
      const asked = request(`${portal}${path}`, { agent, method: body === null ? 'GET' : 'POST', headers }, (reply) => {
        reply.on('data', onChunk)
        reply.on('error', reject)
        reply.on('end', () => (reply.statusCode === 200 ? resolve() : reject(new Error(`${reply.statusCode}`))))
      })
      asked.on('error', reject)
      asked.end(body ?? undefined)
    })
  return {
    close: () => agent.destroy(),
    get: async (path, onChunk) => await call(path, null, onChunk),
    async ask(question, nth) {
      const chunks: Buffer[] = []
      await call(searchTransactions.path, JSON.stringify(question.asked(nth)), (chunk) => chunks.push(chunk))
      const { total, list } = Answered.parse(JSON.parse(Buffer.concat(chunks).toString())).result
      if (list.length === 0) throw new Error(`Nothing was found: ${question.name}`)
      return total
    },
  }
}

/** How long a query took through the portal and by hand, in milliseconds. */
interface Answers {
  ours: number[]
  byHand: number[]
}

const warmUps = 8
const times = 40
/** Slow queries are made less often: for this many milliseconds, and at least once. */
const longest = 8_000

/**
 * Makes a query in turns through the portal and by hand. Each goes first every other time, because the second one finds
 * in memory what the first has read.
 */
export async function askInTurns(finance: FinanceClient, client: pg.ClientBase, question: Question): Promise<Answers> {
  const answers: Answers = { ours: [], byHand: [] }
  for (let nth = 0; nth < warmUps; nth++) await finance.ask(question, nth)
  let spentByHand = 0
  for (let nth = warmUps; nth < warmUps + times; nth++) {
    const ask = async (): Promise<unknown> => answers.ours.push(await took(() => finance.ask(question, nth)))
    const askByHand = async (): Promise<void> => {
      if (spentByHand > longest) return
      const milliseconds = await took(() => client.query(byHand(question, nth).join(';')))
      spentByHand += milliseconds
      answers.byHand.push(milliseconds)
    }
    for (const turn of nth % 2 === 0 ? [ask, askByHand] : [askByHand, ask]) await turn()
  }
  return answers
}

async function took(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}
