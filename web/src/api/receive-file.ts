import { problemFrom, unreachable } from './problem.ts'

interface Receiver {
  /** The next piece is only read once the returned promise has resolved. */
  readonly onPiece: (piece: Uint8Array<ArrayBuffer>) => Promise<void>
  /** Cancels the transfer, and with it the server's work. */
  readonly signal: AbortSignal
}

/** No time limit. @throws ApiProblem; an abort or a failure of `onPiece` rejects with its own reason */
export async function receiveFile(address: string, { onPiece, signal }: Receiver): Promise<void> {
  const response = await reached(fetch(address, { signal, credentials: 'include' }), signal)
  if (!response.ok) throw problemFrom(await response.json().catch(() => undefined))
  const reader = response.body?.getReader()
  if (!reader) return
  try {
    for (;;) {
      const piece = await reached(reader.read(), signal)
      if (piece.done) return
      await onPiece(piece.value)
    }
  } finally {
    // Without effect once all has arrived; after a failure of `onPiece`, the server need not send the rest.
    reader.cancel().catch(() => undefined)
  }
}

async function reached<Got>(asked: Promise<Got>, signal: AbortSignal): Promise<Got> {
  try {
    return await asked
  } catch {
    signal.throwIfAborted()
    throw unreachable()
  }
}
