import { type Call, type ProblemText, type SessionKind, sessionHeader } from '@portal/contract/call'
import type { z } from 'zod'
import { addressOf, textEntries } from './call-address.ts'
import { ApiProblem, otherVersion, pageFault, problemFrom, unreachable } from './problem.ts'

interface CallInput<Params, Query, Headers, Body> {
  readonly params?: Params
  readonly query?: Query
  readonly headers?: Headers
  readonly body?: Body
  /** Instead of a body, for a call that takes a file. */
  readonly file?: Blob
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

/** Of a call that replies with a file, which may take two minutes. @throws ApiProblem */
export async function sendForFile<Body extends z.ZodType>(
  call: Call<z.ZodType, z.ZodType, z.ZodType, Body>,
  asked: Pick<CallInput<unknown, unknown, unknown, z.input<Body>>, 'body' | 'as'>,
): Promise<Blob> {
  const response = await reach(call.method, addressOf(call), { ...asked, timeoutSeconds: 120 })
  if (!response.ok) throw problemFrom(parseJson(await readText(response, undefined)))
  return await response.blob().catch(() => {
    throw unreachable()
  })
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
  const headers = new Headers(textEntries(asked.headers))
  if (asked.as) headers.set(sessionHeader, asked.as)
  if (asked.body !== undefined) headers.set('content-type', 'application/json')
  const request: RequestInit = {
    method,
    headers,
    // The call's origin may differ from the page's.
    credentials: 'include',
    body: asked.file ?? (asked.body === undefined ? null : JSON.stringify(asked.body)),
    signal: endOf(asked),
  }
  // Beside the request alone: any other failure would be the page's own, not the network's.
  try {
    return await fetch(address, request)
  } catch {
    asked.signal?.throwIfAborted()
    throw unreachable()
  }
}

/** When the caller or the time ends the call. `AbortSignal.any` is too new (web/build/browsers.ts). */
function endOf({ signal, timeoutSeconds = 30 }: CallInput<unknown, unknown, unknown, unknown>): AbortSignal {
  const timeout = AbortSignal.timeout(timeoutSeconds * 1000)
  if (!signal) return timeout
  const either = new AbortController()
  for (const one of [signal, timeout]) {
    const end = () => either.abort(one.reason)
    if (one.aborted) end()
    else one.addEventListener('abort', end, { signal: either.signal })
  }
  return either.signal
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

/**
 * What is no answer to a call is a fault of the page: it is reported once, and never called the server's. A call that the
 * page has ended itself is none.
 */
export function asProblem(error: unknown): ApiProblem {
  if (error instanceof ApiProblem) return error
  if (error instanceof Error && error.name !== 'AbortError' && !reported.has(error)) {
    reported.add(error)
    reportError(error)
  }
  return pageFault()
}

const reported = new WeakSet<Error>()

/** False when something drops the cookie of a session that has just begun. Other failures say nothing about that. */
export async function isKnownAgain(read: () => Promise<unknown>): Promise<boolean> {
  try {
    await read()
    return true
  } catch (error) {
    return asProblem(error).name !== 'not-signed-in'
  }
}
