import type { ProblemText } from '@portal/contract/call'
import { type CommonProblemName, type Problem, commonProblems, problemType } from '@portal/contract/problem'

/** `detail` is read by people and never reveals internals. */
export type RefusalExtras = Pick<
  Problem,
  'detail' | 'errors' | 'retryAfterSeconds' | 'checkout' | 'balances' | 'today' | 'fee' | 'serviceFees'
>

/** An expected refusal. It may be thrown anywhere below a route; only `errors.ts` turns it into a reply. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly problemName: string
  readonly text: ProblemText
  readonly extras: RefusalExtras

  constructor(problemName: string, text: ProblemText, extras: RefusalExtras) {
    super(problemName)
    this.problemName = problemName
    this.text = text
    this.extras = extras
  }

  /** The body of the reply (RFC 9457). */
  problem(requestId: string): Problem {
    const { field, ...text } = this.text
    const errors = field === undefined ? {} : { errors: [{ field, message: text.title }] }
    return { type: problemType(this.problemName), ...text, ...errors, ...this.extras, requestId }
  }
}

/** `throw refuse(validateAccount, 'human-check-failed')`; a name that the call does not have does not compile. */
export function refuse<Name extends string>(
  call: { readonly problems: Readonly<Record<Name, ProblemText>> },
  name: NoInfer<Name>,
  extras: RefusalExtras = {},
): Refusal {
  return new Refusal(name, call.problems[name], extras)
}

export function refuseCommonly(name: CommonProblemName, extras: RefusalExtras = {}): Refusal {
  return new Refusal(name, commonProblems[name], extras)
}

/** Not now, whatever is asked: a proxy may ask another process. To pages, a fault may have been done all the same. */
export const outage = new Refusal('fault', { ...commonProblems.fault, status: 503 }, {})

/** For a reason that shows only after the body has been read. */
export function refuseField(field: string, message: string): Refusal {
  return refuseCommonly('invalid', { errors: [{ field, message }] })
}
