import { readFileSync, readdirSync } from 'node:fs'

/** What processes use, as Linux tells it. */

const ticksPerSecond = 100

interface Process {
  pid: number
  parent: number
  seconds: number
}

/**
 * Processor seconds used so far by each of these processes, including their children, also those that have ended. A
 * process with a name of its own in the list is counted there and not with its parent.
 */
export function processorSeconds(processes: Readonly<Record<string, readonly number[]>>): Map<string, number> {
  const all = readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? readProcess(Number(name)) : []))
  const named = new Set(Object.values(processes).flat())
  const secondsOf = (own: readonly number[]): number =>
    all
      .filter(({ pid, parent }) => own.includes(pid) || (own.includes(parent) && !named.has(pid)))
      .reduce((sum, { seconds }) => sum + seconds, 0)
  return new Map(Object.entries(processes).map(([name, own]) => [name, secondsOf(own)]))
}

/** Nothing when it has ended meanwhile. */
function readProcess(pid: number): Process[] {
  try {
    // The name before it may hold anything, spaces and brackets included.
    const [, parent, ...rest] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
    const ticks = rest.slice(9, 13).reduce((sum, each) => sum + Number(each), 0)
    return [{ pid, parent: Number(parent), seconds: ticks / ticksPerSecond }]
  } catch {
    return []
  }
}

/**
 * The memory that belongs to a process alone at this moment (RssAnon), in megabytes. Pages of program files do not count:
 * the system drops them and reads them again as it likes.
 */
export function ownMegabytes(pid: number): number {
  const found = /^RssAnon:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
  return Number(found?.[1] ?? 0) / 1024
}

/** The process that started another one. */
export function parentOf(pid: number): number {
  return readProcess(pid)[0]?.parent ?? 0
}
