import { z } from 'zod'

const charged = z.boolean().default(true)
const milliseconds = z.number().int().min(0).max(600_000)

/**
 * One way a transaction goes wrong. `charged` says whether it stands in the books all the same.
 * - `dropBeforeCommit`, `dropAfterCommit`: the connection breaks without a reply.
 * - `delayBeforeCommit`, `delayAfterCommit`: everything goes well, later.
 * - `hold`: everything goes well, once the control port releases it.
 * - `lateWrite`: the connection breaks, and only then, so much later, it is written.
 * - `hang`: no reply, and the connection stays open.
 * - `truncate`: the connection breaks in the middle of the reply. `cutBody`: a whole, signed HTTP reply with half the XML.
 * - `corrupt`: one byte of the reply is another than was signed. `drip`: the reply comes in pieces, so far apart.
 * - `wrongReference`, `wrongAmount`, `wrongCurrency`, `duplicateElement`: signed replies that say something else.
 * - `status5xx`, `html`: what a proxy in front of the gateway answers.
 */
export const Fault = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('dropBeforeCommit') }),
  z.object({ kind: z.literal('dropAfterCommit') }),
  z.object({ kind: z.literal('delayBeforeCommit'), milliseconds }),
  z.object({ kind: z.literal('delayAfterCommit'), milliseconds }),
  z.object({ kind: z.literal('hold') }),
  z.object({ kind: z.literal('lateWrite'), milliseconds }),
  z.object({ kind: z.literal('hang'), charged }),
  z.object({ kind: z.literal('truncate') }),
  z.object({ kind: z.literal('cutBody') }),
  z.object({ kind: z.literal('corrupt') }),
  z.object({ kind: z.literal('drip'), milliseconds }),
  z.object({ kind: z.literal('wrongReference') }),
  z.object({ kind: z.literal('wrongAmount') }),
  z.object({ kind: z.literal('wrongCurrency') }),
  z.object({ kind: z.literal('duplicateElement') }),
  z.object({ kind: z.literal('status5xx'), status: z.number().int().min(500).max(599).default(503), charged }),
  z.object({ kind: z.literal('html'), status: z.number().int().min(200).max(599).default(200), charged }),
])
export type Fault = z.output<typeof Fault>

export function isCommitted(fault: Fault): boolean {
  return fault.kind !== 'dropBeforeCommit' && !('charged' in fault && !fault.charged)
}

/** So that a person or a browser test can see a fault without the control port. Any amount will do. */
export const faultNames: Readonly<Record<string, Fault>> = {
  'SIMULATE DROP BEFORE CHARGE': { kind: 'dropBeforeCommit' },
  'SIMULATE DROP AFTER CHARGE': { kind: 'dropAfterCommit' },
  'SIMULATE LATE CHARGE': { kind: 'lateWrite', milliseconds: 3000 },
  'SIMULATE SLOW': { kind: 'delayAfterCommit', milliseconds: 5000 },
  'SIMULATE HANG': { kind: 'hang', charged: true },
  'SIMULATE GARBLED': { kind: 'corrupt' },
  'SIMULATE WRONG AMOUNT': { kind: 'wrongAmount' },
  'SIMULATE OUTAGE': { kind: 'status5xx', status: 503, charged: false },
}

/** The kind of transaction that a fault waits for. A void and a refund are both reversals. */
export const FaultTarget = z.enum(['purchase', 'reversal'])
export type FaultTarget = z.infer<typeof FaultTarget>

export interface FaultQueue {
  /** Makes the next `times` purchases or reversals fail in this way. */
  add(fault: Fault, times: number, target: FaultTarget): void
  clear(): void
  release(): void
  readonly released: AbortSignal
  /** The fault for this transaction: first by its card holder's name, then from the queue. */
  next(target: FaultTarget, holder: string): Fault | null
}

export function faultQueue(): FaultQueue {
  const queues: Record<FaultTarget, Fault[]> = { purchase: [], reversal: [] }
  let held = new AbortController()
  return {
    add: (fault, times, target) => {
      for (let count = 0; count < times; count += 1) queues[target].push(fault)
    },
    clear: () => {
      for (const queue of Object.values(queues)) queue.length = 0
    },
    release: () => {
      held.abort()
      held = new AbortController()
    },
    get released() {
      return held.signal
    },
    next: (target, holder) => faultNames[holder.toUpperCase()] ?? queues[target].shift() ?? null,
  }
}
