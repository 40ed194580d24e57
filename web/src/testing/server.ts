import type { Call, ProblemText, ReplyOf } from '@portal/contract/call'
import { type Problem, problemType } from '@portal/contract/problem'
import { act } from '@testing-library/react'
import { vi } from 'vitest'

/** A request the page made. */
interface Asked {
  readonly call: string
  readonly address: URL
  readonly headers: Headers
  readonly credentials: RequestInit['credentials']
  readonly body: unknown
}

type Answer = () => Promise<Response>

/**
 * A stand-in for the server whose replies are typed by the contract. A call without a prepared answer fails as if there
 * were no network.
 */
export function testServer() {
  const answers = new Map<string, Answer[]>()
  const asked: Asked[] = []
  const read: Promise<string>[] = []
  let inWords = (reply: string): string => reply
  const add = (call: Call, answer: Answer) => {
    const name = nameOf(call.method, call.path)
    answers.set(name, [...(answers.get(name) ?? []), answer])
  }
  vi.stubGlobal('fetch', async (input: string, init: RequestInit): Promise<Response> => {
    const address = new URL(input, 'http://localhost')
    const name = [...answers.keys()].find((known) => fits(known, init.method ?? 'GET', address.pathname)) ?? ''
    const { credentials } = init
    asked.push({ call: name, address, headers: new Headers(init.headers), credentials, body: parsed(init.body) })
    const [answer = unreachable, ...later] = answers.get(name) ?? []
    // The last answer is repeated.
    if (later.length > 0) answers.set(name, later)
    const reply = await answer()
    return notingWhenRead(new Response(inWords(await reply.text()), reply), read)
  })
  return {
    /** Every call so far, oldest first. */
    asked,
    askedFor: (call: Call) => asked.filter((one) => one.call === nameOf(call.method, call.path)),
    replies: <C extends Call>(call: C, reply: ReplyOf<C>) => add(call, async () => json(200, reply)),
    refuses: (call: Call, name: string, { field, ...problem }: Omit<Problem, 'type' | 'requestId'> & ProblemText) => {
      const errors = field === undefined ? {} : { errors: [{ field, message: problem.title }] }
      add(call, async () =>
        json(problem.status, { ...errors, ...problem, type: problemType(name), requestId: 'req-1' }),
      )
    },
    /** Changes the text of every reply. */
    says: (change: (reply: string) => string) => {
      inWords = change
    },
    isUnreachableFor: (call: Call) => add(call, unreachable),
    /** Drops the answers prepared so far. */
    forget: (call: Call) => answers.delete(nameOf(call.method, call.path)),
    /** Waits until the page has read every reply there is, and has done whatever it does then. */
    settles: async () => {
      await nextTask()
      await Promise.allSettled(read)
      await act(nextTask)
    },
    /** Holds the reply back until the returned function is called. */
    holds: <C extends Call>(call: C, reply: ReplyOf<C>) => {
      const { promise, resolve } = Promise.withResolvers<void>()
      add(call, async () => {
        await promise
        return json(200, reply)
      })
      return resolve
    },
  }
}

function notingWhenRead(response: Response, read: Promise<string>[]): Response {
  const text = response.text.bind(response)
  response.text = () => {
    const reading = text()
    read.push(reading)
    return reading
  }
  return response
}

/** Whatever was already waiting for its turn, such as the query library's news for a page, comes first. */
async function nextTask(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve))
}

async function unreachable(): Promise<Response> {
  throw new TypeError('Failed to fetch')
}

function nameOf(method: string, path: string): string {
  return `${method} ${path}`
}

function fits(known: string, method: string, path: string): boolean {
  return new RegExp(`^${known.replace(/:\w+/g, '[^/]+')}$`).test(`${method} ${path}`)
}

function json(status: number, body: unknown): Response {
  return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })
}

function parsed(body: RequestInit['body']): unknown {
  return typeof body === 'string' ? JSON.parse(body) : undefined
}
