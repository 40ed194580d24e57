import { useEffect, useRef, useState } from 'react'
import type { ApiProblem } from '#api/problem.ts'
import { receiveFile } from '#api/receive-file.ts'
import { asProblem } from '#api/send.ts'

/** The progress of an export. */
export interface Progress {
  readonly rows: number
  readonly bytes: number
}

/** The state of an export. `handedOver` means that the browser downloads it and shows the progress itself. */
export type Export =
  | { readonly kind: 'none' | 'handedOver' | 'cancelled' }
  | ({ readonly kind: 'running' | 'done' } & Progress)
  | { readonly kind: 'failed'; readonly problem: ApiProblem }

/** The least time between updates of the progress, in milliseconds. */
const tellEvery = 100

/**
 * Exports a file. Where the browser supports it, the page writes the file to a place that the person chooses, with its
 * progress and a Cancel button on the page; elsewhere the browser downloads the link. It is never held in memory
 * (docs/readings.md).
 */
export function useExport() {
  const [state, setState] = useState<Export>({ kind: 'none' })
  const running = useRef<AbortController>(null)
  useEffect(() => () => running.current?.abort(), [])
  const start = async (address: string, fileName: string) => {
    const file = await chosenFile(fileName)
    if (!file) return
    const controller = new AbortController()
    running.current = controller
    setState({ kind: 'running', rows: 0, bytes: 0 })
    try {
      const progress = await write(address, file, controller.signal, (so) => setState({ kind: 'running', ...so }))
      setState({ kind: 'done', ...progress })
    } catch (error) {
      setState(controller.signal.aborted ? { kind: 'cancelled' } : { kind: 'failed', problem: asProblem(error) })
    }
  }
  return {
    state,
    /** Starts exporting the file at the address; returns false when the browser should follow the link instead. */
    start: (address: string, fileName: string): boolean => {
      if (state.kind === 'running') return true
      if (!globalThis.showSaveFilePicker) {
        setState({ kind: 'handedOver' })
        return false
      }
      void start(address, fileName)
      return true
    },
    cancel: () => running.current?.abort(),
  }
}

/** The file the person chooses; null when they cancel. */
async function chosenFile(suggestedName: string): Promise<FileSystemFileHandle | null> {
  const types = [{ description: 'CSV', accept: { 'text/csv': ['.csv'] } }]
  return (await globalThis.showSaveFilePicker?.({ suggestedName, types }).catch(() => null)) ?? null
}

/** Writes the file as it arrives. When interrupted, it leaves the file as it was. */
async function write(
  address: string,
  file: FileSystemFileHandle,
  signal: AbortSignal,
  onProgress: (progress: Progress) => void,
): Promise<Progress> {
  const countRows = csvRows()
  const progress = { rows: 0, bytes: 0 }
  let toldAt = 0
  const writable = await file.createWritable()
  try {
    await receiveFile(address, {
      signal,
      onPiece: async (piece) => {
        await writable.write(piece)
        progress.rows = countRows(piece)
        progress.bytes += piece.length
        if (performance.now() - toldAt < tellEvery) return
        toldAt = performance.now()
        onProgress({ ...progress })
      },
    })
    await writable.close()
    return progress
  } catch (error) {
    await writable.abort().catch(() => undefined)
    throw error
  }
}

const quote = 0x22
const lineFeed = 0x0a

/**
 * Counts the rows of a CSV file that arrives in pieces, without the heading. A line feed within quotation marks does
 * not end a row.
 * @returns a function that takes the next piece and returns the number of rows so far
 */
export function csvRows(): (piece: Uint8Array) => number {
  let lines = 0
  let isQuoted = false
  return (piece) => {
    for (const byte of piece) {
      if (byte === quote) isQuoted = !isQuoted
      else if (byte === lineFeed && !isQuoted) lines += 1
    }
    return Math.max(0, lines - 1)
  }
}
