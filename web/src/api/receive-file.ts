import { problemFrom, unreachable } from './problem.ts'

interface Receiver {
  /** Gets the file piece by piece; the next one is asked for when this one is done with. */
  readonly onPiece: (piece: Uint8Array<ArrayBuffer>) => Promise<void>
  /** Stops it, and with it the server's work. */
  readonly signal: AbortSignal
}

/**
 * Asks for a file, such as a download of the contract, and hands it over as it comes; nothing of it is kept here. It
 * may take as long as it takes.
 * @throws ApiProblem for a refusal, and when the connection is lost; an abort rejects with its own reason, `onPiece`
 *   with its own
 */
export async function receiveFile(address: string, { onPiece, signal }: Receiver): Promise<void> {
  const response = await reached(fetch(address, { signal, credentials: 'include' }), signal)
  if (!response.ok) throw problemFrom(await response.json().catch(() => undefined))
  const reader = response.body?.getReader()
  if (!reader) return
  for (;;) {
    const piece = await reached(reader.read(), signal)
    if (piece.done) return
    await onPiece(piece.value)
  }
}

/** What the network gives. */
async function reached<Got>(asked: Promise<Got>, signal: AbortSignal): Promise<Got> {
  try {
    return await asked
  } catch {
    signal.throwIfAborted()
    throw unreachable()
  }
}
