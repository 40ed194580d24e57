import { problemFrom, unreachable } from './problem.ts'

interface Receiver {
  /** Receives the file piece by piece; the next piece is only read once the returned promise has resolved. */
  readonly onPiece: (piece: Uint8Array<ArrayBuffer>) => Promise<void>
  /** Cancels the transfer, and with it the server's work. */
  readonly signal: AbortSignal
}

/**
 * Streams a file, such as a download of the contract, without keeping any of it here. There is no time limit.
 * @throws ApiProblem for a refusal, and when the connection is lost; an abort rejects with its own reason, a failure of
 * `onPiece` with that
 */
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

/** Turns a failure of the network into an `ApiProblem`. */
async function reached<Got>(asked: Promise<Got>, signal: AbortSignal): Promise<Got> {
  try {
    return await asked
  } catch {
    signal.throwIfAborted()
    throw unreachable()
  }
}
