import { quantile } from '../table.ts'

/** The results of all calls of one kind. */
interface KindRecord {
  kind: string
  milliseconds: number[]
  /** The wrong answers, and how often each came. */
  errors: Map<string, number>
}

/** The results of all calls in one stretch of load. */
export class Records {
  readonly #kinds = new Map<string, KindRecord>()

  answered(kind: string, milliseconds: number): void {
    this.#of(kind).milliseconds.push(milliseconds)
  }

  /** Equal answers are counted together, although each has its own request id. */
  failed(kind: string, answer: string): void {
    countFault(this.#of(kind).errors, answer.replace(/,?"requestId":"[^"]*"/, ''))
  }

  kinds(): KindRecord[] {
    return [...this.#kinds.values()].toSorted((one, other) => one.kind.localeCompare(other.kind))
  }

  calls(): number {
    return this.kinds().reduce((sum, { milliseconds }) => sum + milliseconds.length, 0) + this.errors()
  }

  errors(): number {
    return this.kinds().reduce((sum, { errors }) => sum + [...errors.values()].reduce((all, one) => all + one, 0), 0)
  }

  /** The p99 of the slowest kind of call, in milliseconds. */
  slowest(): { kind: string; milliseconds: number } {
    return this.kinds()
      .map(({ kind, milliseconds }) => ({ kind, milliseconds: quantile(milliseconds, 0.99) }))
      .reduce((worst, one) => (one.milliseconds > worst.milliseconds ? one : worst), { kind: '', milliseconds: 0 })
  }

  /** One line per kind of call, and one per fault. */
  lines(): string[] {
    return this.kinds().flatMap(({ kind, milliseconds, errors }) => {
      const times = [0.5, 0.99, 1].map((share) => `${quantile(milliseconds, share).toFixed(0).padStart(6)} ms`)
      return [
        `  ${kind.padEnd(20)}${String(milliseconds.length).padStart(8)} calls${times.join('')}`,
        ...[...errors].map(([fault, often]) => `    ${often} × ${fault}`),
      ]
    })
  }

  #of(kind: string): KindRecord {
    const known = this.#kinds.get(kind)
    if (known) return known
    const made: KindRecord = { kind, milliseconds: [], errors: new Map() }
    this.#kinds.set(kind, made)
    return made
  }
}

/**
 * Counts a fault without the parts of its text that vary (ids, times, numbers), so that equal faults are counted
 * together.
 */
export function countFault(faults: Map<string, number>, text: string): void {
  const fault = text.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}|\d{4}-\d\d-\d\dT[\d:.]+Z|\d{5,}/g, '…')
  faults.set(fault, (faults.get(fault) ?? 0) + 1)
}
