import { mkdir, open, readFile } from 'node:fs/promises'
import { dirname } from 'node:path'

/** An append-only file of JSON lines, the books of a simulated gateway. */
export interface DurableLines<Line> {
  /** What was in it when it was opened, oldest first. */
  readonly written: readonly Line[]
  /** Resolves once these and all lines before them are on disk. Lines written at the same time share one flush. */
  append(lines: readonly Line[]): Promise<void>
  /** Resolves once everything appended so far is on disk. */
  flushed(): Promise<void>
  close(): Promise<void>
}

/**
 * Opens the file; makes it when missing. It survives a kill at any moment: an incomplete last line was never reported to
 * anybody and is cut off.
 * @throws Error when a line in the middle is damaged, because then the books cannot be trusted.
 */
export async function openLines<Line>(path: string, parse: (line: unknown) => Line): Promise<DurableLines<Line>> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  // Texts have codes, links and numbers: for no other user of this machine.
  const file = await open(path, 'a', 0o600)
  await file.chmod(0o600)
  const bytes = await readFile(path)
  const whole = bytes.subarray(0, bytes.lastIndexOf('\n') + 1)
  if (whole.length < bytes.length) await file.truncate(whole.length)
  const written = await readLines(whole.toString('utf8'), path, parse).catch(async (error: unknown) => {
    await file.close()
    throw error
  })

  let waiting: string[] = []
  let flushing: Promise<void> | null = null
  let last = Promise.resolve()

  async function flush(): Promise<void> {
    // Half a line may be on disk after a failure, so nothing may follow it: what comes later waits for this and fails.
    await last
    const text = waiting.join('')
    waiting = []
    flushing = null
    await file.appendFile(text)
    await file.datasync()
  }

  return {
    written,
    append(lines) {
      waiting.push(...lines.map((line) => `${JSON.stringify(line)}\n`))
      flushing ??= last = flush()
      return flushing
    },
    flushed: () => last,
    async close() {
      await last.catch(() => undefined)
      await file.close()
    },
  }
}

async function readLines<Line>(text: string, path: string, parse: (line: unknown) => Line): Promise<Line[]> {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line, index) => {
      try {
        return parse(JSON.parse(line))
      } catch {
        throw new Error(`The books are damaged: ${path}, line ${index + 1}`)
      }
    })
}
