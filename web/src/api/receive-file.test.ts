import { commonProblems, problemType } from '@portal/contract/problem'
import { type Mock, afterEach, expect, test, vi } from 'vitest'
import { receiveFile } from './receive-file.ts'

afterEach(() => vi.unstubAllGlobals())

const never = new AbortController().signal
type Fetch = (address: string, how: RequestInit) => Promise<Response>
let fetched: Mock<Fetch>

/** A server whose reply arrives in these pieces, and then ends or breaks off. */
function sends(pieces: readonly string[], error?: Error): void {
  const body = new ReadableStream({
    start(controller) {
      for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece))
      if (!error) controller.close()
    },
    pull: (controller) => controller.error(error),
  })
  fetched = vi.fn<Fetch>(async () => new Response(body))
  vi.stubGlobal('fetch', fetched)
}

/** The received pieces as text. */
function keeper() {
  const kept: string[] = []
  return { kept, onPiece: async (piece: Uint8Array) => void kept.push(new TextDecoder().decode(piece)) }
}

test('a file arrives piece by piece', async () => {
  sends(['Id,Amount\n', '1,5.00\n'])
  const { kept, onPiece } = keeper()
  await receiveFile('/file', { onPiece, signal: never })
  expect(kept).toEqual(['Id,Amount\n', '1,5.00\n'])
  expect(fetched.mock.lastCall?.[1].credentials).toBe('include')
})

test('a connection lost halfway is a problem, not the end of the file', async () => {
  sends(['Id,Amount\n'], new TypeError('network error'))
  const { kept, onPiece } = keeper()
  await expect(receiveFile('/file', { onPiece, signal: never })).rejects.toMatchObject({ name: 'unreachable' })
  expect(kept).toEqual(['Id,Amount\n'])
})

test('a refusal keeps its message', async () => {
  const { status, title } = commonProblems['not-allowed']
  const body = JSON.stringify({ type: problemType('not-allowed'), title, status, requestId: 'req-1' })
  vi.stubGlobal('fetch', async () => new Response(body, { status }))
  const { onPiece } = keeper()
  await expect(receiveFile('/file', { onPiece, signal: never })).rejects.toMatchObject({
    name: 'not-allowed',
    message: title,
  })
})

test('an abort rejects with its own reason, and a failed write with its own', async () => {
  vi.stubGlobal('fetch', async (_address: string, { signal }: { signal: AbortSignal }) => {
    signal.throwIfAborted()
    return new Response()
  })
  const reason = new Error('enough')
  const { onPiece } = keeper()
  await expect(receiveFile('/file', { onPiece, signal: AbortSignal.abort(reason) })).rejects.toBe(reason)

  sends(['Id,Amount\n'])
  const full = new Error('no room on the disk')
  const fails = vi.fn<() => Promise<void>>().mockRejectedValue(full)
  await expect(receiveFile('/file', { onPiece: fails, signal: never })).rejects.toBe(full)
})

test('given a piece cannot be written, then the server need not send the rest', async () => {
  const cancel = vi.fn<() => void>()
  const body = new ReadableStream({ start: (controller) => controller.enqueue(new Uint8Array([1])), cancel })
  vi.stubGlobal('fetch', async () => new Response(body))
  const fails = vi.fn<() => Promise<void>>().mockRejectedValue(new Error('no room on the disk'))
  await expect(receiveFile('/file', { onPiece: fails, signal: never })).rejects.toThrow('no room')
  expect(cancel).toHaveBeenCalledOnce()
})
