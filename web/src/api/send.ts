import { type Call, type ProblemText, type SessionKind, sessionHeader } from '@portal/contract/call'
import type { z } from 'zod'
import { addressOf, textEntries } from './call-address.ts'
import { ApiProblem, otherVersion, problemFrom, unreachable } from './problem.ts'

interface CallInput<Params, Query, Headers, Body> {
  readonly params?: Params
  readonly query?: Query
  readonly headers?: Headers
  readonly body?: Body
  /** Which of the browser's sessions a `visitor`, `payer` or `customerOrAdmin` call belongs to. */
  readonly as?: SessionKind
  readonly signal?: AbortSignal | undefined
  /** 30 by default; then the call counts as unreachable. */
  readonly timeoutSeconds?: number
}

/** The reply is checked against the contract. @throws ApiProblem; an abort rejects with its own reason */
export async function send<
  Params extends z.ZodType,
  Query extends z.ZodType,
  Headers extends z.ZodType,
  Body extends z.ZodType,
  Reply extends z.ZodType,
>(
  call: Call<Params, Query, Headers, Body, Reply, Readonly<Record<string, ProblemText>>>,
  asked: CallInput<z.input<Params>, z.input<Query>, z.input<Headers>, z.input<Body>> = {},
): Promise<z.output<Reply>> {
  const response = await reach(call.method, addressOf(call, asked.params, asked.query), asked)
  return readReply(call, response.ok, await readText(response, asked.signal))
}

/** @throws ApiProblem when it is a refusal, or does not fit the contract */
export function readReply<Reply extends z.ZodType>(
  call: { readonly reply: Reply },
  isOk: boolean,
  text: string,
): z.output<Reply> {
  const body = parseJson(text)
  if (!isOk) throw problemFrom(body)
  const reply = call.reply.safeParse(body)
  if (!reply.success) throw otherVersion()
  return reply.data
}

async function reach(method: string, address: string, asked: CallInput<unknown, unknown, unknown, unknown>) {
  const timeout = AbortSignal.timeout((asked.timeoutSeconds ?? 30) * 1000)
  const headers = new Headers(textEntries(asked.headers))
  if (asked.as) headers.set(sessionHeader, asked.as)
  if (asked.body !== undefined) headers.set('content-type', 'application/json')
  try {
    return await fetch(address, {
      method,
      headers,
      // The call's origin may differ from the page's.
      credentials: 'include',
      body: asked.body === undefined ? null : JSON.stringify(asked.body),
      signal: asked.signal ? AbortSignal.any([asked.signal, timeout]) : timeout,
    })
  } catch {
    asked.signal?.throwIfAborted()
    throw unreachable()
  }
}

async function readText(response: Response, signal: AbortSignal | undefined): Promise<string> {
  try {
    return await response.text()
  } catch {
    signal?.throwIfAborted()
    throw unreachable()
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export function asProblem(error: unknown): ApiProblem {
  return error instanceof ApiProblem ? error : problemFrom(undefined)
}

/** False when something drops the cookie of a session that has just begun. Other failures say nothing about that. */
export async function isKnownAgain(read: () => Promise<unknown>): Promise<boolean> {
  try {
    await read()
    return true
  } catch (error) {
    return asProblem(error).name !== 'not-signed-in'
  }
}
