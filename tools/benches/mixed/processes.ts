import { readFileSync, readdirSync } from 'node:fs'

/** What processes use, according to Linux. */

const ticksPerSecond = 100

interface Process {
  pid: number
  parent: number
  seconds: number
}

/**
 * Processor seconds used so far by each of these processes and its children, including those that have ended. A child
 * that has its own name in the list is counted under that name only.
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

/** Empty when it has ended meanwhile. */
function readProcess(pid: number): Process[] {
  try {
    // The process name in front of these fields may contain anything, including spaces and brackets.
    const [, parent, ...rest] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
    const ticks = rest.slice(9, 13).reduce((sum, each) => sum + Number(each), 0)
    return [{ pid, parent: Number(parent), seconds: ticks / ticksPerSecond }]
  } catch {
    return []
  }
}

/**
 * The memory that belongs to a process alone at this moment (RssAnon), in megabytes. Pages of program files do not
 * count, because the system drops and rereads them as it likes.
 */
export function ownMegabytes(pid: number): number {
  const found = /^RssAnon:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
  return Number(found?.[1] ?? 0) / 1024
}

/** The process that started another one. */
export function parentOf(pid: number): number {
  return readProcess(pid)[0]?.parent ?? 0
}
