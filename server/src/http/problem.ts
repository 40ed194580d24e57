import type { Call, ProblemText } from '@portal/contract/call'
import { type CommonProblemName, type Problem, commonProblems, problemType } from '@portal/contract/problem'

/** What a refusal may carry beside its name. `detail` is read by people and never reveals internals. */
export type RefusalExtras = Pick<Problem, 'detail' | 'errors' | 'retryAfterSeconds' | 'checkout' | 'balances'>

/** An expected refusal; thrown anywhere below a route and turned into a reply by `errors.ts` alone. */
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
    return { type: problemType(this.problemName), ...this.text, ...this.extras, requestId }
  }
}

/**
 * Makes the error to throw when a call is refused: `throw refuse(validateAccount, 'human-check-failed')`. Only the
 * call's own problems and the common ones compile.
 */
export function refuse<Problems extends Readonly<Record<string, ProblemText>>>(
  call: Pick<Call, 'path'> & { readonly problems: Problems },
  name: (keyof Problems & string) | CommonProblemName,
  extras: RefusalExtras = {},
): Refusal {
  const own: ProblemText | undefined = call.problems[name]
  return own ? new Refusal(name, own, extras) : refuseCommonly(commonNameOf(name), extras)
}

/** A refusal that is not about one call. */
export function refuseCommonly(name: CommonProblemName, extras: RefusalExtras = {}): Refusal {
  return new Refusal(name, commonProblems[name], extras)
}

/**
 * Refuses the call when a limit has no try left.
 * @throws Refusal `too-many-tries` with the seconds to wait.
 */
export function requireTry<Taken extends { ok: true }>(
  taken: Taken | { ok: false; retryAfterSeconds: number },
): asserts taken is Taken {
  if (!taken.ok) throw refuseCommonly('too-many-tries', { retryAfterSeconds: taken.retryAfterSeconds })
}

/** Refuses one field of the body for a reason that only shows after the body has been read. */
export function refuseField(field: string, message: string): Refusal {
  return refuseCommonly('invalid', { errors: [{ field, message }] })
}

function commonNameOf(name: string): CommonProblemName {
  return isCommon(name) ? name : 'fault'
}

function isCommon(name: string): name is CommonProblemName {
  return Object.hasOwn(commonProblems, name)
}
